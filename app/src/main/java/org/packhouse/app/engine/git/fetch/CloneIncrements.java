package org.packhouse.app.engine.git.fetch;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Remembers what the latest clones of repositories got beside the stored pack. Of a repository that
 * is pushed to all the time each clone wants something else; what has come since the clone before
 * is little.
 */
@Component
class CloneIncrements {

  /** Ids of all that is remembered, of about 80 bytes of heap each. */
  private static final long MAX_IDS = 100_000;

  private static final Duration TIME = Duration.ofMinutes(10);

  private final Cache<Key, CloneIncrement> latest =
      Caffeine.newBuilder()
          .maximumWeight(MAX_IDS)
          .weigher((Key _, CloneIncrement increment) -> 1 + increment.size())
          .expireAfterAccess(TIME)
          .build();

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
}
