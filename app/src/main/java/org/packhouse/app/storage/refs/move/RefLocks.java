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
 * The {@linkplain RefLock lock files} of an update, which are taken before anything is read that it
 * decides by: what git's own commands hold back from is what was looked at. A few new values become
 * loose files, each with a lock of its own; for many, and for what is deleted, {@code packed-refs}
 * is locked.
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

  /** Takes the locks of an update. The caller has the version row. */
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

  /**
   * Takes the locks to move loose refs into {@code packed-refs}; those of refs that somebody else
   * has locked, or that are gone, are not held. The caller has the version row.
   */
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

  /** Whether new values go into {@code packed-refs}. */
  boolean packing() {
    return packing;
  }

  /** Whether nobody else can write that file now. */
  boolean holds(Path locked) {
    return held.containsKey(locked);
  }

  /** The directories in which directories were made. */
  Set<Path> touched() {
    return touched;
  }

  /** Gives the lock of a file back before the others, if it is held. */
  void release(Path locked) throws IOException {
    RefLock lock = held.remove(locked);
    if (lock != null) {
      lock.close();
    }
  }

  /**
   * Gives back the locks of refs that do not move, and the directories that were made for them: of
   * two refs that come at once, one below the other, those of the lower one are where the file of
   * the upper one is to be.
   */
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

  /** Takes the lock of a loose ref if it is not held: what was in the way has been removed. */
  void require(Path loose) throws IOException {
    if (!holds(loose) && !takeUnlessBelowRef(loose)) {
      throw new IOException("A ref is in the way of " + loose);
    }
  }

  /** Whether the lock was taken: false if a part of the name is itself a ref with a file. */
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
        // Packing refs removes directories that it has emptied, such as one that was just made.
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

  /** Releases all, and leaves no directory that was made and not used. */
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
      // A ref may be there now.
      if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
        Files.delete(directory);
      }
    } catch (NoSuchFileException | DirectoryNotEmptyException e) {
      // used, or removed with what was in it
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
