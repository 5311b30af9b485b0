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
 * The directory out of which an update moves refs. Its suffix is the state of the update: {@code
 * .waiting} for the lock, {@code .moving} with the lock held, {@code .stopped} by a later holder of
 * the lock.
 *
 * <p>Every change of a repository is a rename or link out of, or into, a subdirectory of this
 * directory. That subdirectory is the fence: the next holder of the lock removes it, so a process
 * that stalled and wakes up finds it gone, whatever its machine has cached of the directories
 * above. Renaming the directory would not do, because NFS clients keep using it by its inode for
 * half a minute. A process that completes a stopped update uses another subdirectory, which the
 * next one removes as well.
 */
final class RefStaging {

  private static final String WAITING = ".waiting";
  private static final String MOVING = ".moving";
  private static final String STOPPED = ".stopped";
  private static final String FILES = "files";
  private static final String NEXT = "next";
  private static final String LOCK = "lock";

  /** A process that has lost the lock may create files while they are being removed. */
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

  /** Fails if the session that the update began in was removed. */
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

  /** Creates a subdirectory for completing an update that the caller has stopped. */
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

  /** Call this with the lock held, before a statement that proves that it still is. */
  void beginMoving() throws IOException {
    Path moving = directory.resolveSibling(updateId + MOVING);
    Files.move(directory, moving, StandardCopyOption.ATOMIC_MOVE);
    directory = moving;
  }

  UUID updateId() {
    return updateId;
  }

  /** Returns the subdirectory, whose modification time is the file system's present time. */
  Path files() {
    return directory.resolve(name);
  }

  void place(byte[] content, Path target) throws IOException {
    Path staged = files().resolve(NEXT);
    DurableFiles.write(staged, content);
    Files.move(staged, target, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Places a lock file.
   *
   * @throws java.nio.file.FileAlreadyExistsException if it exists
   */
  void placeLock(byte[] content, Path target) throws IOException {
    Path lock = files().resolve(LOCK);
    if (!hasLock) {
      Files.write(lock, content);
      hasLock = true;
    }
    Files.createLink(target, lock);
  }

  /** Moves a file into staging; does nothing if it is absent. */
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
      // Files may be left that were not placed, for example because the disk was full.
      DurableFiles.deleteRecursively(files());
    }
    if (name.equals(FILES)) {
      Files.deleteIfExists(directory);
    }
  }

  /**
   * Fences an update of a lost lock. The caller must hold the lock. Returns whether the update ever
   * held it, so that refs may have moved.
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

  /** Returns false if there is no such directory. */
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

  static void forget(SessionDirectories directories, PendingUpdate update) throws IOException {
    for (Path session : directories.places(update.session())) {
      for (String state : new String[] {STOPPED, WAITING, MOVING}) {
        DurableFiles.deleteRecursively(session.resolve(update.id() + state));
      }
    }
  }
}
