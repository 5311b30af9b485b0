package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Copies the objects of repositories and pools that are in use, and all else but their refs, which
 * must have been copied before: what they need is here then, for objects come before the refs that
 * need them. Packs and loose objects never change and become hard links where the file system
 * allows that.
 *
 * <p>Housekeeping may take a pack away meanwhile, but only long after another one holds its
 * objects. So a directory is listed again until all that the list names has come: that is a whole
 * repository, whatever has gone before.
 */
public final class RepositoryCopies {

  /** Git writes them in this order: the index makes readers see a pack. */
  private static final List<String> EXTENSIONS =
      List.of(".pack", ".rev", ".mtimes", ".bitmap", ".keep", ".idx");

  private static final String INDEX = ".idx";

  private final Transfer transfer;
  private long files;
  private long bytes;
  private long linked;

  /** Copies by hard links, and byte by byte where there are none. */
  public RepositoryCopies() {
    this(RepositoryCopies::link);
  }

  RepositoryCopies(Transfer transfer) {
    this.transfer = transfer;
  }

  /** A way to bring a file that never changes. */
  @FunctionalInterface
  interface Transfer {
    /**
     * Brings it.
     *
     * @return whether it is a link
     * @throws NoSuchFileException if it has gone
     */
    boolean bring(Path from, Path to) throws IOException;
  }

  /**
   * Copies a repository or a pool.
   *
   * @param to the directory of the copy, which must be there
   * @return the pool that it borrows from; null: from none
   * @throws IOException if the disk fails
   */
  public @Nullable Long copy(Path from, Path to) throws IOException {
    Path objects = from.resolve("objects");
    Path copied = to.resolve("objects");
    Files.createDirectories(copied.resolve("info"));
    Files.createDirectories(copied.resolve("pack"));
    Files.createDirectories(to.resolve("info"));
    // Before the packs: it names commits that have come.
    DirectoryCopy.copyFile(
        objects.resolve("info").resolve("commit-graph"),
        copied.resolve("info").resolve("commit-graph"));
    bringLoose(objects, copied);
    bringPacks(objects.resolve("pack"), copied.resolve("pack"));
    // After the packs: they may lack what has gone to a pool meanwhile. The alternates last, which
    // are written before the config that tells of them.
    DirectoryCopy.copyFile(from.resolve(RepositoryConfig.FILE), to.resolve(RepositoryConfig.FILE));
    DirectoryCopy.copyFile(
        objects.resolve("info").resolve("alternates"),
        copied.resolve("info").resolve("alternates"));
    return RepositoryConfig.check(to);
  }

  /** How many files came so far, of packs and loose objects. */
  public long files() {
    return files;
  }

  /** Their bytes. */
  public long bytes() {
    return bytes;
  }

  /** How many of these files are hard links. */
  public long linked() {
    return linked;
  }

  private void bringLoose(Path from, Path to) throws IOException {
    List<Path> directories;
    try (Stream<Path> entries = Files.list(from)) {
      directories =
          entries.filter(it -> it.getFileName().toString().matches("[0-9a-f]{2}")).toList();
    }
    for (Path directory : directories) {
      Path target = Files.createDirectories(to.resolve(directory.getFileName().toString()));
      try (Stream<Path> objects = Files.list(directory)) {
        for (Path object : (Iterable<Path>) objects::iterator) {
          String name = object.getFileName().toString();
          if (name.matches("[0-9a-f]{38}")) {
            bring(object, target.resolve(name));
          }
        }
      } catch (NoSuchFileException e) {
        // Its objects are in a pack by now.
      }
    }
  }

  private void bringPacks(Path from, Path to) throws IOException {
    Set<String> done = new HashSet<>();
    Set<String> lacking = new HashSet<>();
    boolean all = false;
    while (!all) {
      all = true;
      for (String pack : names(from)) {
        if (!done.contains(pack)) {
          // An index that is still there the second time has lost its pack, which nobody can read.
          boolean there = bringPack(pack, from, to) || !lacking.add(pack);
          all &= there;
          if (there) {
            done.add(pack);
          }
        }
      }
    }
  }

  private boolean bringPack(String pack, Path from, Path to) throws IOException {
    boolean there = true;
    for (String extension : EXTENSIONS) {
      boolean needed = extension.equals(INDEX) || extension.equals(".pack");
      if (there || !needed) {
        boolean came = bring(from.resolve(pack + extension), to.resolve(pack + extension));
        there &= came || !needed;
      }
    }
    if (!there) {
      for (String extension : EXTENSIONS) {
        Files.deleteIfExists(to.resolve(pack + extension));
      }
    }
    return there;
  }

  private static Set<String> names(Path directory) throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = file.getFileName().toString();
        if (name.startsWith("pack-") && name.endsWith(INDEX)) {
          names.add(name.substring(0, name.length() - INDEX.length()));
        }
      }
    }
    return names;
  }

  /** Whether the file was there. */
  private boolean bring(Path from, Path to) throws IOException {
    try {
      boolean link = transfer.bring(from, to);
      files++;
      linked += link ? 1 : 0;
      bytes += Files.size(to);
      return true;
    } catch (NoSuchFileException e) {
      if (Files.exists(from)) {
        throw e;
      }
      return false;
    }
  }

  private static boolean link(Path from, Path to) throws IOException {
    try {
      Files.createLink(to, from);
      return true;
    } catch (NoSuchFileException | FileAlreadyExistsException e) {
      throw e;
    } catch (UnsupportedOperationException | FileSystemException e) {
      // Another file system, or as many links as it allows.
      Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
      return false;
    }
  }
}
