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

/**
 * Makes, opens and removes the bare repositories on the shared home; none of it takes a process.
 */
@Component
public class RepositoryDirectories implements DisposableBean {

  private static final Logger LOG = LoggerFactory.getLogger(RepositoryDirectories.class);

  private static final List<String> DIRECTORIES =
      List.of("objects/info", "objects/pack", "refs/heads", "refs/tags", "info");

  private static final int MAX_OPEN = 200;

  /** JGit keeps some of what it has read for as long as a repository is open, right or wrong. */
  private static final Duration OPENED_ANEW_AFTER = Duration.ofMinutes(10);

  private final RepositoryStorage storage;
  private final SharedHomeDoor door;
  private final Clock clock;
  private final ApplicationEventPublisher events;

  /** When pools were opened, which their members share. */
  private final Cache<Path, Instant> openedPools =
      Caffeine.newBuilder().maximumSize(MAX_OPEN).build();

  // What JGit has read of packs and their indexes is too dear to be read anew for each request.
  private final Cache<Long, Opened> opened =
      Caffeine.newBuilder()
          .maximumSize(MAX_OPEN)
          .expireAfterAccess(Duration.ofMinutes(1))
          .scheduler(Scheduler.systemScheduler())
          .evictionListener(
              (@Nullable Long id, @Nullable Opened present, RemovalCause cause) -> close(present))
          .build();

  /** A repository that was opened when it borrowed from that pool, or from none. */
  record Opened(Repository repository, @Nullable Long pool, KnownPacks packs, Instant since) {
    Opened(Repository repository, @Nullable Long pool, Instant since) {
      this(
          repository,
          pool,
          new KnownPacks((ObjectDirectory) repository.getObjectDatabase()),
          since);
    }
  }

  /** The directory of a repository was needed and is not there. */
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

  /**
   * Makes an empty bare repository with our own {@code config}; does nothing if it is there, or if
   * another thread or node makes it at the same time.
   *
   * @param headBranch short name of the branch that HEAD names, unborn
   */
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
    // Of its own: another node may be making the same.
    Path unfinished =
        directory.resolveSibling(directory.getFileName() + ".new-" + UUID.randomUUID());
    try {
      fill(unfinished, head);
      Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
    } catch (FileSystemException e) {
      DurableFiles.deleteRecursively(unfinished);
      // On another node, and perhaps not to be seen yet by what this one remembers.
      if (!new SharedFiles().open(directory)) {
        throw e;
      }
    }
    DurableFiles.force(parent);
  }

  /** Makes an empty bare repository. */
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

  /**
   * Finds the directory for a native git command, having compared its {@code config}.
   *
   * @throws IOException if it is not there or is no SHA-1 repository with our config
   */
  public Path check(long repositoryId) throws IOException {
    Path directory = storage.directory(repositoryId);
    Long _ = door.pass(() -> checkConfig(repositoryId));
    return directory;
  }

  /**
   * The pool that a repository borrows objects from; null: from none.
   *
   * @throws IOException as {@link #check}
   */
  public @Nullable Long pool(long repositoryId) throws IOException {
    return door.pass(() -> checkConfig(repositoryId));
  }

  /** The home answers: whoever has put it there has left the repository out. */
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

  /**
   * Opens a repository for reading in process. Refs are not to be moved through it.
   *
   * @return to be closed by the caller
   * @throws IOException if it is not there or is no SHA-1 repository with our config
   */
  public Repository open(long repositoryId) throws IOException {
    return openWithPacks(repositoryId).repository();
  }

  /**
   * Forgets what has been read of the directories of a repository that is open, so that they are
   * read again: before an object is called missing that must be there. A pack that could not be
   * read once is left out from then on, for example.
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

  /** JGit opens another one for the alternate of a quarantine. */
  private static void readAlternateAnew(Path directory) {
    try (Repository alternate = RepositoryCache.open(key(directory))) {
      alternate.getObjectDatabase().close();
    } catch (IOException e) {
      LOG.debug("The alternate {} cannot be read anew", directory, e);
    }
  }

  /** What a repository keeps; to be closed by the caller. */
  public KeptObjects kept(long repositoryId) throws IOException {
    return new KeptObjects(openWithPacks(repositoryId));
  }

  /**
   * Opens a repository as {@link #open} does.
   *
   * @return the repository with its packs, to be closed by the caller
   */
  public PackedRepository openPacked(long repositoryId) throws IOException {
    return new PackedRepository(openWithPacks(repositoryId));
  }

  /** The same, and what is known of its packs; the repository is to be closed by the caller. */
  Opened openWithPacks(long repositoryId) throws IOException {
    return door.pass(() -> enter(repositoryId));
  }

  private Opened enter(long repositoryId) throws IOException {
    Path directory = storage.directory(repositoryId);
    Long pool = checkConfig(repositoryId);
    try {
      // Atomic with regard to eviction: whoever is counted here is not closed under its user.
      return opened
          .asMap()
          .compute(
              repositoryId,
              (id, present) -> {
                Opened current = present;
                if (current == null
                    || !Objects.equals(current.pool(), pool)
                    || isOld(current.since())) {
                  // JGit reads the alternates once: what was opened before knows none.
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
        // The same that JGit opens as the alternate of a quarantine; who uses the former keeps it.
        RepositoryCache.unregister(key(directory));
        return new Opened(RepositoryCache.open(key(directory)), null, now);
      }
      forgetOld(storage.poolDirectory(pool), now);
      // JGit is about to read the alternates, for which it may have looked before.
      new SharedFiles().open(directory.resolve("objects/info"));
      FileRepositoryBuilder builder =
          new FileRepositoryBuilder().setGitDir(directory.toFile()).setBare().setMustExist(true);
      return new Opened(new BorrowingRepository(builder, storage.poolDirectory(pool)), pool, now);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A pool is opened anew as a repository is, but not for each of its members. */
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

  /**
   * Adds a pack to what is known of an opened repository, which would else have to look at all of
   * its packs to find the one that is new.
   */
  void packArrived(long repositoryId, Path pack) {
    Opened present = opened.getIfPresent(repositoryId);
    if (present != null
        && present.repository().getObjectDatabase() instanceof ObjectDirectory objects) {
      try {
        present.packs().add(PackArrivals.add(present.repository(), objects, pack.toFile()));
      } catch (IOException e) {
        // It is found when an object of it is missed.
        LOG.debug("Pack {} cannot be added", pack, e);
      }
    }
  }

  /** Removes the directory and all in it; does nothing if it is gone. */
  public void delete(long repositoryId) throws IOException {
    Path directory = storage.directory(repositoryId);
    Path doomed = directory.resolveSibling(directory.getFileName() + ".deleted");
    close(opened.asMap().remove(repositoryId));
    RepositoryCache.unregister(key(directory));
    // What a crash left half removed.
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

  /** Bytes of all files in the directory. */
  public long measure(long repositoryId) throws IOException {
    return measure(storage.directory(repositoryId));
  }

  /** Bytes of all files in a directory, which may change meanwhile or be gone. */
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
      // Removed by a push or by housekeeping since its directory was listed.
      return FileVisitResult.CONTINUE;
    }
  }
}
