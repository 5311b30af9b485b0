package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.RepositoryCache;
import org.eclipse.jgit.util.FS;
import org.springframework.stereotype.Component;

/**
 * Pools on disk: bare repositories from which the members of a fork network borrow objects. They
 * share the file system of the repositories, so that packs can be linked. Objects never leave a
 * pool that has members. All operations may be repeated after a crash, on any node.
 */
@Component
public class Pools {

  /** The packs of a repository whose objects the pool has, and how many of them are new. */
  public record Lent(Set<String> names, int brought) {}

  private static final Pattern POOL = Pattern.compile("/([0-9]{1,18})\\.git/objects");
  private static final String HEAD = Constants.R_HEADS + Constants.MASTER;

  private final RepositoryStorage storage;

  Pools(RepositoryStorage storage) {
    this.storage = storage;
  }

  /** Creates an empty pool unless it exists. */
  public void create(long poolId) throws IOException {
    RepositoryDirectories.create(storage.poolDirectory(poolId), HEAD);
  }

  /**
   * Returns the directory for native git.
   *
   * @throws IOException if it is missing or its config was changed
   */
  public Path check(long poolId) throws IOException {
    Path directory = storage.poolDirectory(poolId);
    RepositoryConfig.check(directory);
    return directory;
  }

  /**
   * Links or copies into a pool every pack that it lacks. On return the pool has all that the
   * repository's refs reached at the call; pushes, fetches and housekeeping go on meanwhile.
   *
   * @param lent packs whose objects are in the pool already
   * @param superseded packs whose objects are in others, with their times in milliseconds: a pack
   *     with another time has come again
   */
  public Lent lend(long repositoryId, long poolId, Set<String> lent, Map<String, Long> superseded)
      throws IOException {
    return new PackLending(storage.directory(repositoryId), check(poolId), lent, superseded).run();
  }

  /** Lets a repository borrow from a pool. */
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
   * Removes a repository's bitmaps if its pool has one: native git uses the first that it finds and
   * warns of others.
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

  /** Removes the pool's directory, if it exists. */
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

  /** Returns the bytes of all files of the pool. */
  public long measure(long poolId) throws IOException {
    return RepositoryDirectories.measure(storage.poolDirectory(poolId));
  }

  /** Returns the pools that any repository on disk borrows from, regardless of the database. */
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
