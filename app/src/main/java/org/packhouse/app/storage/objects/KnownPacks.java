package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.AnyObjectId;

/**
 * The packs that an opened repository is known to have, those that it borrows included.
 *
 * <p>JGit looks at every file in the folder of packs when an object is in none of them and the
 * folder has changed within moments, which in the course of pushes it always has. Whoever may do
 * with what was true a moment ago asks here.
 */
final class KnownPacks {

  /** How old the list of packs may be; packs of this process are in it at once. */
  private static final long FRESH = Duration.ofSeconds(5).toNanos();

  private final ObjectDirectory objects;
  private List<Pack> packs = List.of();
  private long lookedAt = System.nanoTime() - FRESH;

  KnownPacks(ObjectDirectory objects) {
    this.objects = objects;
  }

  /** Whether the object is in a known pack, or loose. */
  boolean has(AnyObjectId id) throws IOException {
    for (Pack pack : fresh()) {
      try {
        if (pack.hasObject(id)) {
          return true;
        }
      } catch (IOException e) {
        // The pack was removed since; what it held is elsewhere.
        return objects.has(id);
      }
    }
    return objects.fileFor(id).exists();
  }

  private synchronized List<Pack> fresh() {
    long now = System.nanoTime();
    if (now - lookedAt >= FRESH) {
      packs = List.copyOf(objects.getPacks());
      lookedAt = now;
    }
    return packs;
  }

  /** Adds a pack that has just come. */
  synchronized void add(Pack pack) {
    List<Pack> more = new ArrayList<>(packs.size() + 1);
    more.add(pack);
    more.addAll(packs);
    packs = List.copyOf(more);
  }
}
