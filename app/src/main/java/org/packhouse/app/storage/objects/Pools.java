package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.RepositoryCache;
import org.eclipse.jgit.util.FS;
import org.springframework.stereotype.Component;

/**
 * Pools on disk, beside the repositories, on their file system, so that packs can be linked. A pool
 * is a bare repository that the members of a fork network borrow objects from. Objects come into it
 * and never go while a member is there. Each of these may be repeated after a crash, on any node.
 */
@Component
public class Pools {

  /**
   * The result of lending.
   *
   * @param names of those packs of the repository whose objects the pool has now
   * @param brought how many of them came
   */
  public record Lent(Set<String> names, int brought) {}

  private static final Pattern POOL = Pattern.compile("/([0-9]{1,18})\\.git/objects");
  private static final String HEAD = Constants.R_HEADS + Constants.MASTER;

  private final RepositoryStorage storage;

  Pools(RepositoryStorage storage) {
    this.storage = storage;
  }

  /** Makes an empty pool; does nothing if it is there. */
  public void create(long poolId) throws IOException {
    Path directory = storage.poolDirectory(poolId);
    if (Files.isDirectory(directory)) {
      return;
    }
    Path parent = directory.resolveSibling(".").normalize();
    DurableFiles.createDirectories(parent);
    Path unfinished = parent.resolve(directory.getFileName() + ".new-" + UUID.randomUUID());
    RepositoryDirectories.fill(unfinished, HEAD);
    try {
      Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
      DurableFiles.force(parent);
    } catch (FileSystemException e) {
      DurableFiles.deleteRecursively(unfinished);
      // Two first forks at once: the other one was first.
      if (!new SharedFiles().open(directory)) {
        throw e;
      }
    }
  }

  /**
   * The pool's directory, for native git.
   *
   * @throws IOException if it is not there or its config is not ours
   */
  public Path check(long poolId) throws IOException {
    Path directory = storage.poolDirectory(poolId);
    RepositoryConfig.check(directory);
    return directory;
  }

  /**
   * Gives a pool every pack of a repository that it has not got: by a hard link, or by a copy where
   * the file system has none. All that the repository's refs reached when this was called is in the
   * pool when it returns, while pushes, fetches and housekeeping go on.
   *
   * @param lent names of packs whose objects came into the pool before
   * @param superseded packs whose objects are in others, with the time of each file in
   *     milliseconds: one of another time has come again
   */
  public Lent lend(long repositoryId, long poolId, Set<String> lent, Map<String, Long> superseded)
      throws IOException {
    return new PackLending(storage.directory(repositoryId), check(poolId), lent, superseded).run();
  }

  /** Lets a repository borrow from a pool from now on. */
  public void join(long repositoryId, long poolId) throws IOException {
    Path repository = storage.directory(repositoryId);
    Path objects = repository.resolve("objects").toRealPath();
    Path borrowed = storage.poolDirectory(poolId).resolve("objects").toRealPath();
    // Relative, so that the shared home can be moved or mounted elsewhere.
    byte[] alternates = (objects.relativize(borrowed) + "\n").getBytes(StandardCharsets.UTF_8);
    replaceUnlessSame(objects.resolve("info").resolve("alternates"), alternates);
    replaceUnlessSame(repository.resolve(RepositoryConfig.FILE), RepositoryConfig.content(poolId));
  }

  /**
   * Removes the bitmaps of a repository that borrows from a pool, if that has one: native git reads
   * the first of all that it finds, and complains of the others.
   */
  public void leaveBitmapTo(long repositoryId, long poolId) throws IOException {
    if (!bitmaps(storage.poolDirectory(poolId)).isEmpty()) {
      for (Path bitmap : bitmaps(storage.directory(repositoryId))) {
        Files.deleteIfExists(bitmap);
      }
    }
  }

  private static List<Path> bitmaps(Path repository) throws IOException {
    try (Stream<Path> files = Files.list(repository.resolve("objects").resolve("pack"))) {
      return files.filter(file -> file.toString().endsWith(PackLending.BITMAP)).toList();
    }
  }

  private static void replaceUnlessSame(Path file, byte[] content) throws IOException {
    if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), content)) {
      DurableFiles.replace(file, content);
    }
  }

  /** Removes the pool's directory; does nothing if it is gone. */
  public void delete(long poolId) throws IOException {
    Path directory = storage.poolDirectory(poolId);
    Path doomed = directory.resolveSibling(directory.getFileName() + ".deleted");
    RepositoryCache.unregister(RepositoryCache.FileKey.exact(directory.toFile(), FS.DETECTED));
    DurableFiles.deleteRecursively(doomed);
    try {
      Files.move(directory, doomed, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      return;
    }
    DurableFiles.deleteRecursively(doomed);
  }

  /** Bytes of all files in the pool's directory. */
  public long measure(long poolId) throws IOException {
    return RepositoryDirectories.measure(storage.poolDirectory(poolId));
  }

  /**
   * The pools that any repository on disk borrows from, whatever the database says.
   *
   * @throws IOException if a repository cannot be looked at
   */
  public Set<Long> borrowed() throws IOException {
    Set<Long> borrowed = new HashSet<>();
    for (Path parent : storage.parents()) {
      try (DirectoryStream<Path> directories = Files.newDirectoryStream(parent, "*.git")) {
        for (Path directory : directories) {
          borrowed.addAll(pools(directory.resolve("objects/info/alternates")));
        }
      }
    }
    return borrowed;
  }

  private static List<Long> pools(Path alternates) throws IOException {
    byte[] content = new SharedFiles().read(alternates);
    return content == null
        ? List.of()
        : POOL.matcher(new String(content, StandardCharsets.UTF_8))
            .results()
            .map(found -> Long.parseLong(found.group(1)))
            .toList();
  }
}
