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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Copies objects and all else but refs of repositories and pools in use. Refs must be copied
 * before: objects always precede the refs that need them. Packs and loose objects are immutable and
 * become hard links where possible.
 *
 * <p>Housekeeping removes a pack only long after copying its objects into another, so the directory
 * is listed until all listed packs are copied.
 */
public final class RepositoryCopies {

  /** Git's order of writing: the index makes a pack visible. */
  private static final List<String> EXTENSIONS =
      List.of(".pack", ".rev", ".mtimes", ".bitmap", ".keep", ".idx");

  private static final String INDEX = ".idx";

  private final Transfer transfer;
  private long files;
  private long bytes;
  private long linked;

  /** Copies by hard links where possible. */
  public RepositoryCopies() {
    this(RepositoryCopies::link);
  }

  RepositoryCopies(Transfer transfer) {
    this.transfer = transfer;
  }

  @FunctionalInterface
  interface Transfer {
    /** Returns whether it made a link; fails if the file is gone. */
    boolean bring(Path from, Path to) throws IOException;
  }

  /** Copies into an existing directory; returns the pool borrowed from, or null. */
  public @Nullable Long copy(Path from, Path to) throws IOException {
    Path objects = from.resolve("objects");
    Path copied = to.resolve("objects");
    Files.createDirectories(copied.resolve("info"));
    Files.createDirectories(copied.resolve("pack"));
    Files.createDirectories(to.resolve("info"));
    // Before the packs, so that the commits it names are copied.
    DirectoryCopy.copyFile(
        objects.resolve("info").resolve("commit-graph"),
        copied.resolve("info").resolve("commit-graph"));
    bringLoose(objects, copied);
    bringPacks(objects.resolve("pack"), copied.resolve("pack"));
    // After the packs, which may lack objects that moved to a pool meanwhile. The config comes
    // first: it is written after the alternates that it implies.
    DirectoryCopy.copyFile(from.resolve(RepositoryConfig.FILE), to.resolve(RepositoryConfig.FILE));
    DirectoryCopy.copyFile(
        objects.resolve("info").resolve("alternates"),
        copied.resolve("info").resolve("alternates"));
    return RepositoryConfig.check(to);
  }

  /** Returns the copied packs and loose objects. */
  public long files() {
    return files;
  }

  public long bytes() {
    return bytes;
  }

  /** Returns how many of the files are hard links. */
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
        // Its objects are packed by now.
      }
    }
  }

  private void bringPacks(Path from, Path to) throws IOException {
    Set<String> done = new HashSet<>();
    Set<String> lacking = new HashSet<>();
    boolean all = false;
    while (!all) {
      all = true;
      for (String pack : PackLending.names(from)) {
        if (!done.contains(pack)) {
          // An index listed twice without its pack is orphaned and unreadable.
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

  /** Returns whether the file existed. */
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
      // Another file system, or the limit of links.
      Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
      return false;
    }
  }
}
