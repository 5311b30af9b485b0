package org.packhouse.app.engine.git.fetch.inprocess;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Remembers what the latest clones of repositories got beside the stored pack, and as what bytes.
 * Of a repository that is pushed to all the time each clone wants something else; what has come
 * since the clone before is little.
 */
@Component
class CloneIncrements {

  /** Bytes of heap for all that is remembered. */
  private static final long MAX_BYTES = 16 * 1024 * 1024;

  /** Of heap for an id in a table. */
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

  /** A stored pack; one of the same name in the same repository has the same objects. */
  private record Key(long repositoryId, String pack) {}

  /** What the latest clone got beside that pack; null if that is not known. */
  @Nullable CloneIncrement find(long repositoryId, Pack pack) {
    return latest.getIfPresent(new Key(repositoryId, pack.getPackName()));
  }

  /** Remembers what a clone gets beside that pack. */
  void remember(long repositoryId, Pack pack, CloneIncrement increment) {
    latest.put(new Key(repositoryId, pack.getPackName()), increment);
  }

  /**
   * Remembers as what bytes a clone got its objects, unless a clone that wants something else has
   * come since.
   *
   * @param all the objects of the increment, and no other
   */
  void remember(long repositoryId, Pack pack, CloneIncrement increment, PackedObjects all) {
    latest
        .asMap()
        .computeIfPresent(
            new Key(repositoryId, pack.getPackName()),
            (_, present) ->
                present.wants().equals(increment.wants()) ? increment.packedAs(all) : present);
  }
}
