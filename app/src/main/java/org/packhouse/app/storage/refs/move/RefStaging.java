package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.UUID;
import org.packhouse.app.storage.objects.DurableFiles;
import org.packhouse.app.storage.objects.SessionDirectories;

/**
 * The directory out of which an update moves refs. Its name says how far the update has come:
 * {@code .waiting} for the lock, {@code .moving} with the lock held, {@code .stopped} by somebody
 * who has the lock now.
 *
 * <p>Whatever changes a repository comes out of a directory in this directory, or goes into it, and
 * that directory is the fence: whoever has the lock next removes it. New values are renamed out of
 * it, refs that are deleted and locks that are given back are renamed into it, and a lock is a link
 * to a file in it. A process that stood still and wakes up then finds it gone, whatever its machine
 * remembers of the directories above. Renaming a directory would not do: a client of a network file
 * system goes on to name it by its number for half a minute. Whoever carries a stopped update on
 * does so from another directory in the same directory, which the one who comes next removes as
 * well.
 */
final class RefStaging {

  private static final String WAITING = ".waiting";
  private static final String MOVING = ".moving";
  private static final String STOPPED = ".stopped";
  private static final String FILES = "files";
  private static final String NEXT = "next";
  private static final String LOCK = "lock";

  /** Of a process that has lost the lock, is awake, and makes a file while all are removed. */
  private static final int MAX_TRIES = 10;

  private final UUID updateId;
  private final String name;
  private Path directory;
  private int taken;
  private boolean hasLock;

  private RefStaging(UUID updateId, Path directory, String name) throws IOException {
    this.updateId = updateId;
    this.directory = directory;
    this.name = name;
    Files.createDirectory(files());
  }

  /** Makes the directory in the session that the update began in: it fails if that was removed. */
  static RefStaging create(SessionDirectories directories, PendingUpdate update)
      throws IOException {
    Path waiting = directories.create(update.session(), update.id() + WAITING);
    try {
      return new RefStaging(update.id(), waiting, FILES);
    } catch (IOException e) {
      Files.deleteIfExists(waiting);
      throw e;
    }
  }

  /** Makes a directory to carry an update on from, which the caller has stopped. */
  static RefStaging resume(SessionDirectories directories, PendingUpdate update)
      throws IOException {
    List<Path> places = directories.places(update.session());
    Path place = places.getFirst();
    for (Path session : places) {
      if (directories.isAt(session) && Files.exists(session.resolve(update.id() + STOPPED))) {
        place = session;
      }
    }
    Path stopped = Files.createDirectories(place.resolve(update.id() + STOPPED));
    return new RefStaging(update.id(), stopped, UUID.randomUUID().toString());
  }

  /** To be called when the lock is held, and before a statement that proves that it still is. */
  void beginMoving() throws IOException {
    Path moving = directory.resolveSibling(updateId + MOVING);
    Files.move(directory, moving, StandardCopyOption.ATOMIC_MOVE);
    directory = moving;
  }

  UUID updateId() {
    return updateId;
  }

  /** The directory, made or changed just now by the clock of the file system. */
  Path files() {
    return directory.resolve(name);
  }

  /** Puts a file in place. */
  void place(byte[] content, Path target) throws IOException {
    Path staged = files().resolve(NEXT);
    DurableFiles.write(staged, content);
    Files.move(staged, target, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Puts a lock in place.
   *
   * @throws java.nio.file.FileAlreadyExistsException if there is one
   */
  void placeLock(byte[] content, Path target) throws IOException {
    Path lock = files().resolve(LOCK);
    if (!hasLock) {
      Files.write(lock, content);
      hasLock = true;
    }
    Files.createLink(target, lock);
  }

  /** Takes a file away; does nothing if it is not there. */
  void remove(Path file) throws IOException {
    Path away = files().resolve(Integer.toString(taken));
    try {
      Files.move(file, away, StandardCopyOption.ATOMIC_MOVE);
      taken++;
    } catch (NoSuchFileException e) {
      if (Files.exists(file)) {
        throw e;
      }
    }
  }

  /** Removes what was made here: by name, which spares the file system a look. */
  void close() throws IOException {
    for (int number = 0; number < taken; number++) {
      Files.deleteIfExists(files().resolve(Integer.toString(number)));
    }
    if (hasLock) {
      Files.deleteIfExists(files().resolve(LOCK));
    }
    try {
      Files.deleteIfExists(files());
    } catch (DirectoryNotEmptyException e) {
      // What was not put in place because the disk is full, say.
      DurableFiles.deleteRecursively(files());
    }
    if (name.equals(FILES)) {
      Files.deleteIfExists(directory);
    }
  }

  /**
   * Makes sure that an update moves no more refs. The caller has the lock.
   *
   * @return whether the update had the lock once: some of its refs may have moved
   */
  static boolean stop(SessionDirectories directories, PendingUpdate update) throws IOException {
    for (Path session : directories.places(update.session())) {
      if (directories.isAt(session) && stop(session, update.id())) {
        return true;
      }
    }
    return false;
  }

  private static boolean stop(Path session, UUID updateId) throws IOException {
    Path stopped = session.resolve(updateId + STOPPED);
    boolean stoppedBefore = removeDirectories(stopped);
    try {
      Files.move(session.resolve(updateId + MOVING), stopped, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      return stoppedBefore;
    }
    return removeDirectories(stopped);
  }

  /** Removes the directories out of which refs are moved; false if there is no such directory. */
  private static boolean removeDirectories(Path stopped) throws IOException {
    for (int tries = 1; ; tries++) {
      try (var directories = Files.newDirectoryStream(stopped)) {
        for (Path directory : directories) {
          DurableFiles.deleteRecursively(directory);
        }
        return true;
      } catch (NoSuchFileException e) {
        return false;
      } catch (DirectoryNotEmptyException e) {
        if (tries == MAX_TRIES) {
          throw e;
        }
      }
    }
  }

  /** Forgets a stopped update, once its row is gone. */
  static void forget(SessionDirectories directories, PendingUpdate update) throws IOException {
    for (Path session : directories.places(update.session())) {
      for (String state : new String[] {STOPPED, WAITING, MOVING}) {
        DurableFiles.deleteRecursively(session.resolve(update.id() + state));
      }
    }
  }
}
