package org.packhouse.app.engine.git.fetch.inprocess;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.jspecify.annotations.Nullable;
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

  private final Cache<Key, CloneIncrement> latest =
      Caffeine.newBuilder()
          .maximumWeight(MAX_BYTES)
          .weigher((Key _, CloneIncrement increment) -> bytes(increment))
          .expireAfterAccess(TIME)
          .build();

  private static int bytes(CloneIncrement increment) {
    return BYTES_OF_ID * (1 + increment.size()) + increment.packed().length();
  }

  /** A stored pack; the name determines its objects. */
  private record Key(long repositoryId, String pack) {}

  @Nullable CloneIncrement find(long repositoryId, Pack pack) {
    return latest.getIfPresent(new Key(repositoryId, pack.getPackName()));
  }

  void remember(long repositoryId, Pack pack, CloneIncrement increment) {
    latest.put(new Key(repositoryId, pack.getPackName()), increment);
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
