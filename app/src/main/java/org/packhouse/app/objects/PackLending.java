package org.packhouse.app.objects;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Gives the packs of a repository to a pool. The index comes last, so that nobody sees a pack
 * before it is whole. The name of a pack is made of its content: a file that is there is the same
 * one, whether this or another process brought it.
 *
 * <p>Housekeeping may remove a pack meanwhile, but only long after it has put its objects into
 * another one. So the folder is listed again until nothing new is in it.
 */
final class PackLending {

  private static final String INDEX = ".idx";
  private static final String BITMAP = ".bitmap";

  private final Path from;
  private final Path to;
  private final Set<String> except;
  private final Set<String> gone = new HashSet<>();

  PackLending(Path repository, Path pool, Set<String> except) {
    this.from = repository.resolve("objects").resolve("pack");
    this.to = pool.resolve("objects").resolve("pack");
    this.except = except;
  }

  /** Brings all; returns how many packs. */
  int run() throws IOException {
    int brought = 0;
    for (Set<String> missing = missing(); !missing.isEmpty(); missing = missing()) {
      for (String pack : missing) {
        if (bring(pack)) {
          brought++;
        } else {
          gone.add(pack);
        }
      }
    }
    if (brought > 0) {
      DurableFiles.force(to);
    }
    return brought;
  }

  private Set<String> missing() throws IOException {
    Set<String> missing = names(from);
    missing.removeAll(names(to));
    missing.removeAll(except);
    missing.removeAll(gone);
    return missing;
  }

  private static Set<String> names(Path folder) throws IOException {
    Set<String> names = new TreeSet<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        String name = file.getFileName().toString();
        if (name.startsWith("pack-") && name.endsWith(INDEX)) {
          names.add(name.substring(0, name.length() - INDEX.length()));
        }
      }
    }
    return names;
  }

  /** Whether the pack was there. */
  private boolean bring(String pack) throws IOException {
    if (!bringFile(pack + ".pack")) {
      return false;
    }
    bringFile(pack + ".rev");
    if (!hasBitmap()) {
      bringFile(pack + BITMAP);
    }
    return bringFile(pack + INDEX);
  }

  private boolean hasBitmap() throws IOException {
    try (Stream<Path> files = Files.list(to)) {
      return files.anyMatch(file -> file.getFileName().toString().endsWith(BITMAP));
    }
  }

  private boolean bringFile(String name) throws IOException {
    Path source = from.resolve(name);
    Path target = to.resolve(name);
    try {
      Files.createLink(target, source);
      return true;
    } catch (FileAlreadyExistsException e) {
      return true;
    } catch (NoSuchFileException e) {
      return false;
    } catch (UnsupportedOperationException | FileSystemException e) {
      return copy(source, target);
    }
  }

  private static boolean copy(Path source, Path target) throws IOException {
    Path unfinished = Files.createTempFile(target.resolveSibling("."), "tmp_", ".lent");
    try {
      Files.copy(source, unfinished, StandardCopyOption.REPLACE_EXISTING);
      DurableFiles.force(unfinished);
      Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
      return true;
    } catch (NoSuchFileException e) {
      return false;
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }
}
