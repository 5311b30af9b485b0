package org.packhouse.app.engine.git.fetch.inprocess;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.jgit.internal.storage.file.BitmapIndexImpl;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.BitmapIndex.BitmapBuilder;
import org.eclipse.jgit.lib.BitmapObject;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.revwalk.BitmapWalker;
import org.eclipse.jgit.revwalk.ObjectWalk;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.git.fetch.inprocess.WorkLimit.TooMuchException;
import org.packhouse.app.platform.cache.Caches;
import org.springframework.stereotype.Component;

/**
 * Caches what the latest clone of each repository got beside the stored pack, with its bytes. With
 * steady pushes each clone wants something else, but little has changed since the last.
 */
@Component
class CloneIncrements {

  /** Bytes of heap for all increments. */
  private static final long MAX_BYTES = 16 * 1024 * 1024;

  /** Bytes of heap for an id in a table. */
  private static final int BYTES_OF_ID = 80;

  private static final Duration TIME = Duration.ofMinutes(10);

  private final Cache<Key, CloneIncrement> latest;

  CloneIncrements(Caches caches) {
    latest =
        caches.build(
            "clone-increments",
            "Objects that clones get beside a stored pack",
            Caffeine.newBuilder()
                .maximumWeight(MAX_BYTES)
                .weigher((Key _, CloneIncrement increment) -> bytes(increment))
                .expireAfterAccess(TIME));
  }

  private static int bytes(CloneIncrement increment) {
    return BYTES_OF_ID * (1 + increment.size()) + increment.packed().length();
  }

  /** A stored pack; the name determines its objects. */
  private record Key(long repositoryId, String pack) {}

  @Nullable CloneIncrement find(long repositoryId, Pack pack) {
    return latest.getIfPresent(new Key(repositoryId, pack.getPackName()));
  }

  /**
   * Finds what a clone gets beside a pack, if possible from what an earlier one got, and caches it.
   *
   * @throws TooMuchException unless all of the pack is wanted, and little else
   */
  CloneIncrement find(
      long repositoryId, BitmappedPack base, Set<ObjectId> wants, ObjectWalk walk, WorkLimit limit)
      throws IOException {
    CloneIncrement before = find(repositoryId, base.pack());
    CloneIncrement increment =
        before == null
            ? null
            : new IncrementWalk(walk, base.pack(), before, limit.ofItsOwn()).find(wants);
    if (increment == null) {
      increment = findByBitmaps(base, wants, walk, limit);
    }
    if (!increment.equals(before)) {
      latest.put(new Key(repositoryId, base.pack().getPackName()), increment);
    }
    return increment;
  }

  private static CloneIncrement findByBitmaps(
      BitmappedPack base, Set<ObjectId> wants, ObjectWalk walk, WorkLimit limit)
      throws IOException {
    BitmapBuilder wanted =
        new BitmapWalker(walk, new BitmapIndexImpl(base.bitmaps()), limit.ofItsOwn())
            .findObjects(wants, null, false);
    if (!wanted.removeAllOrNone(base.bitmaps())) {
      throw new TooMuchException("not all of the pack that has the bitmap");
    }
    Map<ObjectId, Integer> objects = new HashMap<>();
    for (BitmapObject object : wanted) {
      objects.put(object.getObjectId().copy(), object.getType());
    }
    return new CloneIncrement(Set.copyOf(wants), objects);
  }

  /** Adds the bytes of exactly the increment's objects, unless other wants have come since. */
  void remember(long repositoryId, Pack pack, CloneIncrement increment, PackedObjects all) {
    latest
        .asMap()
        .computeIfPresent(
            new Key(repositoryId, pack.getPackName()),
            (_, present) ->
                present.wants().equals(increment.wants()) ? increment.packedAs(all) : present);
  }
}
