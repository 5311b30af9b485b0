package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Links or copies the packs of a repository into a pool, each index last, so that no partial pack
 * is visible. Pack names derive from content: an existing file is the same.
 *
 * <p>Housekeeping removes a pack only long after copying its objects into another, so the directory
 * is listed until no new pack appears.
 */
final class PackLending {

  static final String BITMAP = ".bitmap";

  private static final String INDEX = ".idx";

  private final Path from;
  private final Path to;
  private final Map<String, Long> superseded;
  private final Set<String> lent;
  private final Set<String> gone = new HashSet<>();

  PackLending(Path repository, Path pool, Set<String> lent, Map<String, Long> superseded) {
    this.from = repository.resolve("objects").resolve("pack");
    this.to = pool.resolve("objects").resolve("pack");
    this.lent = new HashSet<>(lent);
    this.superseded = superseded;
  }

  Pools.Lent run() throws IOException {
    int brought = 0;
    Set<String> present = names(from);
    for (Set<String> missing = missing(present); !missing.isEmpty(); missing = missing(present)) {
      for (String pack : missing) {
        if (bring(pack)) {
          brought++;
          lent.add(pack);
        } else {
          gone.add(pack);
        }
      }
      present = names(from);
    }
    if (brought > 0) {
      DurableFiles.force(to);
    }
    lent.retainAll(present);
    return new Pools.Lent(lent, brought);
  }

  private Set<String> missing(Set<String> present) throws IOException {
    Set<String> there = names(to);
    Set<String> missing = new TreeSet<>();
    for (String pack : present) {
      if (!isSuperseded(pack) && !lent.contains(pack) && !gone.contains(pack)) {
        (there.contains(pack) ? lent : missing).add(pack);
      }
    }
    return missing;
  }

  private boolean isSuperseded(String pack) throws IOException {
    Long modifiedAt = superseded.get(pack);
    if (modifiedAt == null) {
      return false;
    }
    FileTime time = new SharedFiles().modifiedAt(from.resolve(pack + ".pack"));
    return time == null || time.toMillis() == modifiedAt;
  }

  /** Returns the packs in a directory that have an index, without extension. */
  static Set<String> names(Path directory) throws IOException {
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

  /** Returns whether the pack existed. */
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
