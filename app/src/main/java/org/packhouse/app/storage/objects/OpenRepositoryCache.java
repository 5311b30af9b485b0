package org.packhouse.app.storage.objects;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Scheduler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.RepositoryCache;
import org.eclipse.jgit.lib.RepositoryCache.FileKey;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.util.FS;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.storage.pack.KnownPacks;
import org.packhouse.app.storage.pack.PackArrivals;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The repositories that are open in process, with their known packs: reading packs and indexes
 * again for each request would be too slow.
 */
final class OpenRepositoryCache {

  private static final Logger LOG = LoggerFactory.getLogger(OpenRepositoryCache.class);

  private static final int MAX_OPEN = 200;
  private static final Duration IDLE = Duration.ofMinutes(1);

  /** JGit caches some data, right or wrong, while a repository stays open. */
  private static final Duration MAX_AGE = Duration.ofMinutes(10);

  private final RepositoryStorage storage;
  private final Clock clock;

  /** The times at which pools, which their members share, were opened. */
  private final Cache<Path, Instant> openedPools;

  private final Cache<Long, Opened> opened;

  /** A repository and the pool that it borrowed from when it was opened. */
  record Opened(Repository repository, @Nullable Long pool, KnownPacks packs, Instant since) {
    Opened(Repository repository, @Nullable Long pool, Instant since) {
      this(
          repository,
          pool,
          new KnownPacks((ObjectDirectory) repository.getObjectDatabase()),
          since);
    }
  }

  OpenRepositoryCache(RepositoryStorage storage, Clock clock, Caches caches) {
    this.storage = storage;
    this.clock = clock;
    openedPools = caches.build("open-pools", "Times at which object pools were opened", MAX_OPEN);
    opened =
        caches.build(
            "open-repositories",
            "Open repositories with their packs",
            Caffeine.newBuilder()
                .maximumSize(MAX_OPEN)
                .expireAfterAccess(IDLE)
                .scheduler(Scheduler.systemScheduler())
                .evictionListener(
                    (@Nullable Long id, @Nullable Opened present, RemovalCause cause) ->
                        close(present)));
  }

  /** Returns a repository, which the caller closes, opened when it borrowed from this pool. */
  Opened acquire(long repositoryId, @Nullable Long pool) throws IOException {
    Path directory = storage.directory(repositoryId);
    try {
      // Atomic with eviction, so that a counted user's repository is not closed.
      return opened
          .asMap()
          .compute(
              repositoryId,
              (id, present) -> {
                Opened current = present;
                if (current == null
                    || !Objects.equals(current.pool(), pool)
                    || isOld(current.since())) {
                  // JGit reads alternates once: an earlier instance knows none.
                  close(current);
                  current = build(directory, pool);
                }
                current.repository().incrementOpen();
                return current;
              });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private boolean isOld(Instant since) {
    return since.plus(MAX_AGE).isBefore(clock.instant());
  }

  private Opened build(Path directory, @Nullable Long pool) {
    try {
      Instant now = clock.instant();
      if (pool == null) {
        // The instance that JGit opens for a quarantine's alternate; present users keep theirs.
        RepositoryCache.unregister(key(directory));
        return new Opened(RepositoryCache.open(key(directory)), null, now);
      }
      expire(storage.poolDirectory(pool), now);
      // JGit is about to read the alternates, whose absence may be cached.
      new SharedFiles().open(directory.resolve("objects/info"));
      FileRepositoryBuilder builder =
          new FileRepositoryBuilder().setGitDir(directory.toFile()).setBare().setMustExist(true);
      return new Opened(new BorrowingRepository(builder, storage.poolDirectory(pool)), pool, now);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Expires an old pool once for all its members. */
  private void expire(Path pool, Instant now) {
    openedPools
        .asMap()
        .compute(
            pool,
            (_, since) -> {
              if (since != null && !isOld(since)) {
                return since;
              }
              RepositoryCache.unregister(key(pool));
              return now;
            });
  }

  private static FileKey key(Path directory) {
    return FileKey.exact(directory.toFile(), FS.DETECTED);
  }

  /** Drops the directory listings of a repository, if it is open. */
  void reload(long repositoryId) {
    Opened present = opened.getIfPresent(repositoryId);
    if (present != null) {
      LOG.info(
          "An object of repository {} is not found; its directories are read anew", repositoryId);
      if (present.repository() instanceof BorrowingRepository member) {
        member.reload();
        reloadAlternate(storage.directory(repositoryId));
      } else {
        present.repository().getObjectDatabase().close();
      }
      present.packs().lookAgain();
    }
  }

  /** JGit opens another instance for the alternate of a quarantine. */
  private static void reloadAlternate(Path directory) {
    try (Repository alternate = RepositoryCache.open(key(directory))) {
      alternate.getObjectDatabase().close();
    } catch (IOException e) {
      LOG.debug("The alternate {} cannot be reloaded", directory, e);
    }
  }

  /** Adds a pack to a repository, if it is open. */
  void add(long repositoryId, Path pack) {
    Opened present = opened.getIfPresent(repositoryId);
    if (present != null
        && present.repository().getObjectDatabase() instanceof ObjectDirectory objects) {
      try {
        present.packs().add(PackArrivals.add(present.repository(), objects, pack.toFile()));
      } catch (IOException e) {
        // Found when one of its objects is missed.
        LOG.debug("Pack {} cannot be added", pack, e);
      }
    }
  }

  /** Closes a repository that is about to be deleted. */
  void remove(long repositoryId) {
    close(opened.asMap().remove(repositoryId));
    RepositoryCache.unregister(key(storage.directory(repositoryId)));
  }

  void close() {
    opened.asMap().keySet().forEach(id -> close(opened.asMap().remove(id)));
  }

  private static void close(@Nullable Opened present) {
    if (present != null) {
      present.repository().close();
    }
  }
}
