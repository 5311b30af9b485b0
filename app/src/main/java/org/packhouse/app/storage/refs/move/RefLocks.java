package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.packhouse.app.storage.objects.SharedFiles;
import org.packhouse.app.storage.refs.Move;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The {@linkplain RefLock lock files} of an update, taken before any value that it depends on is
 * read, so that git's own commands cannot change it. Up to {@value #MAX_LOOSE} new values become
 * loose files, each with its own lock; more, and deletions, lock {@code packed-refs}.
 */
final class RefLocks implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RefLocks.class);

  /** More new values than this go into {@code packed-refs}. */
  private static final int MAX_LOOSE = 8;

  private static final int MAX_TRIES = 5;

  private final Path gitDirectory;
  private final RefStaging staging;
  private final boolean packing;
  private final Map<Path, RefLock> held = new LinkedHashMap<>();
  private final NavigableSet<Path> made = new TreeSet<>();
  private final Set<Path> touched = new TreeSet<>();

  private RefLocks(Path gitDirectory, RefStaging staging, boolean packing) {
    this.gitDirectory = gitDirectory;
    this.staging = staging;
    this.packing = packing;
  }

  /** The caller must hold the version row. */
  static RefLocks take(Path gitDirectory, PendingUpdate update, RefStaging staging)
      throws IOException {
    List<Move> values =
        update.changes().stream().filter(move -> !move.isHead() && !move.isDelete()).toList();
    boolean packing = values.size() > MAX_LOOSE;
    RefLocks locks = new RefLocks(gitDirectory, staging, packing);
    boolean taken = false;
    try {
      if (packing || update.changes().stream().anyMatch(Move::isDelete)) {
        Path packed = gitDirectory.resolve("packed-refs");
        locks.held.put(packed, RefLock.acquire(packed, staging));
      }
      for (Move move : packing ? List.<Move>of() : values) {
        locks.takeUnlessBelowRef(gitDirectory.resolve(move.ref()));
      }
      taken = true;
      return locks;
    } finally {
      if (!taken) {
        locks.close();
      }
    }
  }

  /** Locks refs for packing, except locked ones. The caller must hold the version row. */
  static RefLocks takeToPack(Path gitDirectory, PendingUpdate update, RefStaging staging)
      throws IOException {
    RefLocks locks = new RefLocks(gitDirectory, staging, true);
    boolean taken = false;
    try {
      Path packed = gitDirectory.resolve("packed-refs");
      locks.held.put(packed, RefLock.acquire(packed, staging));
      for (Move move : update.changes()) {
        Path loose = gitDirectory.resolve(move.ref());
        try {
          locks.held.put(loose, RefLock.acquire(loose, staging, Duration.ZERO));
        } catch (IOException e) {
          LOG.debug("{} stays loose for now", loose, e);
        }
      }
      taken = true;
      return locks;
    } finally {
      if (!taken) {
        locks.close();
      }
    }
  }

  boolean packing() {
    return packing;
  }

  boolean holds(Path locked) {
    return held.containsKey(locked);
  }

  Set<Path> touched() {
    return touched;
  }

  void release(Path locked) throws IOException {
    RefLock lock = held.remove(locked);
    if (lock != null) {
      lock.close();
    }
  }

  /** Releases locks of refs that do not move, with directories that may be in the way of others. */
  void keepOnly(List<Move> moves) throws IOException {
    Set<Path> kept = new TreeSet<>();
    kept.add(gitDirectory.resolve("packed-refs"));
    moves.forEach(move -> kept.add(gitDirectory.resolve(move.ref())));
    for (Path locked : List.copyOf(held.keySet())) {
      if (!kept.contains(locked)) {
        release(locked);
      }
    }
    for (Path directory : List.copyOf(made.descendingSet())) {
      if (held.keySet().stream().noneMatch(it -> isBelow(it, directory))) {
        removeIfEmpty(directory);
        made.remove(directory);
      }
    }
  }

  /** Takes the lock of a loose ref unless held, after conflicting files were removed. */
  void require(Path loose) throws IOException {
    if (!holds(loose) && !takeUnlessBelowRef(loose)) {
      throw new IOException("A ref is in the way of " + loose);
    }
  }

  /** Returns false if a parent in the name is itself a loose ref. */
  private boolean takeUnlessBelowRef(Path loose) throws IOException {
    boolean directoryMissing = false;
    for (int tries = 1; !holds(loose); tries++) {
      try {
        if (directoryMissing) {
          createParents(parentOf(loose));
        }
        held.put(loose, RefLock.acquire(loose, staging));
      } catch (FileSystemException e) {
        if (isBelowFile(loose)) {
          return false;
        }
        if (tries == MAX_TRIES) {
          throw e;
        }
        // Packing removes directories that it has emptied, perhaps one that was just created.
        directoryMissing = e instanceof NoSuchFileException;
      }
    }
    return true;
  }

  private void createParents(Path directory) throws IOException {
    List<Path> missing = new ArrayList<>();
    SharedFiles shared = new SharedFiles();
    for (Path each = directory; !shared.open(each); each = parentOf(each)) {
      missing.add(each);
      touched.add(parentOf(each));
    }
    Files.createDirectories(directory);
    made.addAll(missing);
  }

  private boolean isBelowFile(Path loose) throws IOException {
    SharedFiles shared = new SharedFiles();
    for (Path each = parentOf(loose); each.startsWith(gitDirectory); each = parentOf(each)) {
      BasicFileAttributes attributes = shared.attributes(each);
      if (attributes != null) {
        return !attributes.isDirectory();
      }
    }
    return false;
  }

  @Override
  public void close() throws IOException {
    for (RefLock lock : held.values()) {
      lock.close();
    }
    held.clear();
    for (Path directory : made.descendingSet()) {
      removeIfEmpty(directory);
    }
    made.clear();
  }

  private static boolean isBelow(Path file, Path directory) {
    return file.startsWith(directory) && !file.equals(directory);
  }

  private static void removeIfEmpty(Path directory) throws IOException {
    try {
      // It may be a ref by now.
      if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        Files.delete(directory);
      }
    } catch (NoSuchFileException | DirectoryNotEmptyException e) {
      // used, or removed with its content
    }
  }

  static Path parentOf(Path path) throws IOException {
    Path parent = path.getParent();
    if (parent == null) {
      throw new IOException(path + " has no directory");
    }
    return parent;
  }
}
