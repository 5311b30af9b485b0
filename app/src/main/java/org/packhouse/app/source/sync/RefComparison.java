package org.packhouse.app.source.sync;

import com.github.benmanes.caffeine.cache.Cache;
import java.io.IOException;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.source.merge.Merges;
import org.springframework.stereotype.Component;

/** Compares two commits; results are cached, for they never change. */
@Component
class RefComparison {

  private static final int REMEMBERED = 50_000;

  private final Cache<Pair, SyncState> known;

  RefComparison(Caches caches) {
    known = caches.build("fork-comparisons", "States of the refs of forks", REMEMBERED);
  }

  private record Pair(ObjectId own, ObjectId upstream) {}

  SyncState compare(Repository repository, ObjectId own, ObjectId upstream) throws IOException {
    if (own.equals(upstream)) {
      return SyncState.IN_SYNC;
    }
    return Caches.get(known, new Pair(own, upstream), () -> walk(repository, own, upstream));
  }

  private static SyncState walk(Repository repository, ObjectId own, ObjectId upstream)
      throws IOException {
    try {
      if (Merges.isFastForward(repository, own, upstream)) {
        return SyncState.BEHIND;
      }
      return Merges.isFastForward(repository, upstream, own) ? SyncState.AHEAD : SyncState.DIVERGED;
    } catch (IncorrectObjectTypeException | MissingObjectException e) {
      return SyncState.DIVERGED;
    }
  }
}
