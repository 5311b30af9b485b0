package org.packhouse.app.engine.git.advertise;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Weigher;
import java.io.IOException;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.springframework.stereotype.Component;

/** Reads the refs that a fetching client sees, and caches facts with each snapshot. */
@Component
public class RefViews {

  private static final long HEAP_SHARE = 16;
  private static final int BYTES_OF_REF = 400;
  private static final int BYTES_OF_SNAPSHOT = 500;

  private final Refs refs;

  // Weak keys compare by identity: unmoved refs are the same object.
  private final Cache<RefSnapshot, RefFacts> facts;

  RefViews(Refs refs, Caches caches) {
    this.refs = refs;
    facts =
        caches.build(
            "advertised-refs",
            "Refs as clients see them",
            Caffeine.newBuilder()
                .weakKeys()
                .maximumWeight(Runtime.getRuntime().maxMemory() / HEAP_SHARE)
                .weigher(
                    (Weigher<RefSnapshot, RefFacts>)
                        (snapshot, _) ->
                            BYTES_OF_SNAPSHOT + BYTES_OF_REF * snapshot.refs().size()));
  }

  public VisibleRefs now(long repositoryId) throws IOException {
    return view(refs.snapshot(repositoryId));
  }

  /** Returns the refs at a version that was just read, or later. */
  public VisibleRefs since(long repositoryId, long version) throws IOException {
    return view(refs.snapshot(repositoryId, version));
  }

  private VisibleRefs view(RefSnapshot snapshot) {
    return new VisibleRefs(snapshot, facts.get(snapshot, _ -> new RefFacts()));
  }
}
