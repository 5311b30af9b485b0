package org.packhouse.app.storage.objects;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import com.github.benmanes.caffeine.cache.Scheduler;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.RepositoryCache;
import org.eclipse.jgit.lib.RepositoryCache.FileKey;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.eclipse.jgit.util.FS;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.SharedHomeAwayException;
import org.packhouse.app.platform.node.SharedHomeDoor;
import org.packhouse.app.storage.pack.KnownPacks;
import org.packhouse.app.storage.pack.PackArrivals;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Creates, opens and removes the bare repositories on the shared home in process. */
@Component
public class RepositoryDirectories implements DisposableBean {

  private static final Logger LOG = LoggerFactory.getLogger(RepositoryDirectories.class);

  private static final List<String> DIRECTORIES =
      List.of("objects/info", "objects/pack", "refs/heads", "refs/tags", "info");

  private static final int MAX_OPEN = 200;

  /** JGit caches some data, right or wrong, while a repository stays open. */
  private static final Duration OPENED_ANEW_AFTER = Duration.ofMinutes(10);

  private final RepositoryStorage storage;
  private final SharedHomeDoor door;
  private final Clock clock;
  private final ApplicationEventPublisher events;

  /** The times at which pools, which their members share, were opened. */
  private final Cache<Path, Instant> openedPools =
      Caffeine.newBuilder().maximumSize(MAX_OPEN).build();

  // Reading packs and indexes again for each request would be too slow.
  private final Cache<Long, Opened> opened =
      Caffeine.newBuilder()
          .maximumSize(MAX_OPEN)
          .expireAfterAccess(Duration.ofMinutes(1))
          .scheduler(Scheduler.systemScheduler())
          .evictionListener(
              (@Nullable Long id, @Nullable Opened present, RemovalCause cause) -> close(present))
          .build();

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

  /** Event: a repository's directory is missing. */
  public record Missing(long repositoryId, Path directory) {}

  RepositoryDirectories(
      RepositoryStorage storage,
      SharedHomeDoor door,
      Clock clock,
      ApplicationEventPublisher events) {
    this.storage = storage;
    this.door = door;
    this.clock = clock;
    this.events = events;
    JGitDefaults.install();
  }

  /** Creates an empty repository, if nobody else has, with an unborn HEAD branch. */
  public void create(long repositoryId, String headBranch) throws IOException {
    String head = Constants.R_HEADS + headBranch;
    if (!Repository.isValidRefName(head)) {
      throw new IOException("\"" + headBranch + "\" is not a valid branch name");
    }
    Path directory = storage.directory(repositoryId);
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = storage.parent(repositoryId);
    DurableFiles.createDirectories(parent);
    // A unique name: another node may be creating the same.
    Path unfinished =
        directory.resolveSibling(directory.getFileName() + ".new-" + UUID.randomUUID());
    try {
      fill(unfinished, head);
      Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      DurableFiles.deleteRecursively(unfinished);
      // Created by another node, perhaps not yet visible in this one's directory cache.
      if (!new SharedFiles().open(directory)) {
        throw e;
      }
    }
    DurableFiles.force(parent);
  }

  static void fill(Path directory, String head) throws IOException {
    for (String name : DIRECTORIES) {
      Files.createDirectories(directory.resolve(name));
    }
    DurableFiles.write(
        directory.resolve(Constants.HEAD),
        ("ref: " + head + "\n").getBytes(StandardCharsets.UTF_8));
    DurableFiles.write(directory.resolve(RepositoryConfig.FILE), RepositoryConfig.content());
    DurableFiles.force(directory.resolve("objects"));
    DurableFiles.force(directory.resolve("refs"));
    DurableFiles.force(directory);
  }

  /** Returns the directory for native git after comparing the config. */
  public Path check(long repositoryId) throws IOException {
    Path directory = storage.directory(repositoryId);
    Long _ = door.pass(() -> checkConfig(repositoryId));
    return directory;
  }

  /** Returns the pool that a repository borrows from, or null. */
  public @Nullable Long pool(long repositoryId) throws IOException {
    return door.pass(() -> checkConfig(repositoryId));
  }

  /** Reports a missing repository if the shared home itself is reachable. */
  private @Nullable Long checkConfig(long repositoryId) throws IOException {
    Path directory = storage.directory(repositoryId);
    try {
      return RepositoryConfig.check(directory);
    } catch (FileNotFoundException e) {
      if (new SharedFiles().open(directory)) {
        throw e;
      }
      events.publishEvent(new Missing(repositoryId, directory));
      IOException missing = SharedHomeAwayException.withoutDirectory(directory);
      missing.addSuppressed(e);
      throw missing;
    }
  }

  /** Opens a repository for reading in process; refs must not be moved through it. */
  public Repository open(long repositoryId) throws IOException {
    return openWithPacks(repositoryId).repository();
  }

  /**
   * Drops the directory listings of an open repository before an object is reported missing that
   * must exist. JGit ignores, for example, a pack that once failed to be read.
   */
  public void readAnew(long repositoryId) {
    Opened present = opened.getIfPresent(repositoryId);
    if (present != null) {
      LOG.info(
          "An object of repository {} is not found; its directories are read anew", repositoryId);
      if (present.repository() instanceof BorrowingRepository member) {
        member.readAnew();
        readAlternateAnew(storage.directory(repositoryId));
      } else {
        present.repository().getObjectDatabase().close();
      }
      present.packs().lookAgain();
    }
  }

  /** JGit opens another instance for the alternate of a quarantine. */
  private static void readAlternateAnew(Path directory) {
    try (Repository alternate = RepositoryCache.open(key(directory))) {
      alternate.getObjectDatabase().close();
    } catch (IOException e) {
      LOG.debug("The alternate {} cannot be read anew", directory, e);
    }
  }

  public KeptObjects kept(long repositoryId) throws IOException {
    return new KeptObjects(openWithPacks(repositoryId));
  }

  public PackedRepository openPacked(long repositoryId) throws IOException {
    return new PackedRepository(openWithPacks(repositoryId));
  }

  /** Opens a repository, which the caller closes, with its known packs. */
  Opened openWithPacks(long repositoryId) throws IOException {
    return door.pass(() -> enter(repositoryId));
  }

  private Opened enter(long repositoryId) throws IOException {
    Path directory = storage.directory(repositoryId);
    Long pool = checkConfig(repositoryId);
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
    return since.plus(OPENED_ANEW_AFTER).isBefore(clock.instant());
  }

  private Opened build(Path directory, @Nullable Long pool) {
    try {
      Instant now = clock.instant();
      if (pool == null) {
        // The instance that JGit opens for a quarantine's alternate; present users keep theirs.
        RepositoryCache.unregister(key(directory));
        return new Opened(RepositoryCache.open(key(directory)), null, now);
      }
      forgetOld(storage.poolDirectory(pool), now);
      // JGit is about to read the alternates, whose absence may be cached.
      new SharedFiles().open(directory.resolve("objects/info"));
      FileRepositoryBuilder builder =
          new FileRepositoryBuilder().setGitDir(directory.toFile()).setBare().setMustExist(true);
      return new Opened(new BorrowingRepository(builder, storage.poolDirectory(pool)), pool, now);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Expires a pool once for all its members. */
  private void forgetOld(Path pool, Instant now) {
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

  /** Adds a pack to an open repository, which would otherwise list all its packs to find it. */
  void packArrived(long repositoryId, Path pack) {
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

  /** Removes the directory, if it exists. */
  public void delete(long repositoryId) throws IOException {
    Path directory = storage.directory(repositoryId);
    Path doomed = directory.resolveSibling(directory.getFileName() + ".deleted");
    close(opened.asMap().remove(repositoryId));
    RepositoryCache.unregister(key(directory));
    // Left half removed by a crash.
    DurableFiles.deleteRecursively(doomed);
    if (Files.isDirectory(directory)) {
      Files.move(directory, doomed, StandardCopyOption.ATOMIC_MOVE);
      DurableFiles.force(storage.parent(repositoryId));
      DurableFiles.deleteRecursively(doomed);
    }
  }

  @Override
  public void destroy() {
    opened.asMap().keySet().forEach(id -> close(opened.asMap().remove(id)));
  }

  private static void close(@Nullable Opened present) {
    if (present != null) {
      present.repository().close();
    }
  }

  public long measure(long repositoryId) throws IOException {
    return measure(storage.directory(repositoryId));
  }

  /** Returns the bytes of all files in a directory, which may change meanwhile or be gone. */
  public static long measure(Path directory) throws IOException {
    Measuring measuring = new Measuring();
    if (Files.isDirectory(directory)) {
      Files.walkFileTree(directory, measuring);
    }
    return measuring.bytes;
  }

  private static final class Measuring extends SimpleFileVisitor<Path> {
    private long bytes;

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      bytes += attributes.size();
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      // Removed by a push or by housekeeping since the listing.
      return FileVisitResult.CONTINUE;
    }
  }
}
