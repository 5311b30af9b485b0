package org.packhouse.app.storage.objects;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.Repository;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.node.SharedHomeAwayException;
import org.packhouse.app.platform.node.SharedHomeBulkhead;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Creates, opens and removes the bare repositories on the shared home in process. */
@Component
public class RepositoryDirectories implements DisposableBean {

  private static final List<String> DIRECTORIES =
      List.of("objects/info", "objects/pack", "refs/heads", "refs/tags", "info");

  private final RepositoryStorage storage;
  private final SharedHomeBulkhead bulkhead;
  private final ApplicationEventPublisher events;
  private final OpenRepositoryCache opened;

  /** Event: a repository's directory is missing. */
  public record Missing(long repositoryId, Path directory) {}

  RepositoryDirectories(
      RepositoryStorage storage,
      SharedHomeBulkhead bulkhead,
      Clock clock,
      ApplicationEventPublisher events,
      Caches caches) {
    this.storage = storage;
    this.bulkhead = bulkhead;
    this.opened = new OpenRepositoryCache(storage, clock, caches);
    this.events = events;
    JGitDefaults.install();
  }

  /** Creates an empty repository, if nobody else has, with an unborn HEAD branch. */
  public void create(long repositoryId, String headBranch) throws IOException {
    String head = Constants.R_HEADS + headBranch;
    if (!Repository.isValidRefName(head)) {
      throw new IOException("\"" + headBranch + "\" is not a valid branch name");
    }
    create(storage.directory(repositoryId), head);
  }

  static void create(Path directory, String head) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = directory.resolveSibling(".").normalize();
    DurableFiles.createDirectories(parent);
    // A unique name: another node may be creating the same.
    Path unfinished = parent.resolve(directory.getFileName() + ".new-" + UUID.randomUUID());
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

  private static void fill(Path directory, String head) throws IOException {
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
    Long _ = bulkhead.run(() -> checkConfig(repositoryId));
    return directory;
  }

  /** Returns the pool that a repository borrows from, or null. */
  public @Nullable Long pool(long repositoryId) throws IOException {
    return bulkhead.run(() -> checkConfig(repositoryId));
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
  public void reload(long repositoryId) {
    opened.reload(repositoryId);
  }

  /** Adds a pack to an open repository, which would otherwise list all its packs to find it. */
  void packArrived(long repositoryId, Path pack) {
    opened.add(repositoryId, pack);
  }

  public PackedRepository openPacked(long repositoryId) throws IOException {
    return new PackedRepository(openWithPacks(repositoryId));
  }

  /** Opens a repository, which the caller closes, with its known packs. */
  OpenRepositoryCache.Opened openWithPacks(long repositoryId) throws IOException {
    return bulkhead.run(() -> opened.acquire(repositoryId, checkConfig(repositoryId)));
  }

  /** Removes the directory, if it exists. */
  public void delete(long repositoryId) throws IOException {
    Path directory = storage.directory(repositoryId);
    Path doomed = directory.resolveSibling(directory.getFileName() + ".deleted");
    opened.remove(repositoryId);
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
    opened.close();
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
