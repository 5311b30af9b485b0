package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.packhouse.app.storage.objects.DurableFiles;
import org.packhouse.app.storage.objects.SessionFolders;

/**
 * The folder out of which an update moves refs. Its name says how far the update has come: {@code
 * .waiting} for the lock, {@code .moving} with the lock held, {@code .stopped} by somebody who has
 * the lock now. New values are renamed out of it, removed refs into it: see {@link SessionFolders}.
 */
final class RefStaging {

  private static final String WAITING = ".waiting";
  private static final String MOVING = ".moving";
  private static final String STOPPED = ".stopped";
  private static final String REMOVED = "removed";

  private final Path waiting;
  private final Path moving;
  private int removed;

  private RefStaging(Path waiting, Path moving) {
    this.waiting = waiting;
    this.moving = moving;
  }

  /** Makes the folder in the session that the update began in: it fails if that was fenced. */
  static RefStaging create(SessionFolders folders, PendingUpdate update) throws IOException {
    return in(folders.create(update.session(), update.id() + WAITING), update.id());
  }

  /** Makes a folder for the recovery of an update, in the present session. */
  static RefStaging forRecovery(SessionFolders folders) throws IOException {
    UUID id = UUID.randomUUID();
    return in(folders.create(id + WAITING), id);
  }

  private static RefStaging in(Path waiting, UUID id) throws IOException {
    try {
      Files.createDirectory(waiting.resolve(REMOVED));
    } catch (IOException e) {
      DurableFiles.deleteRecursively(waiting);
      throw e;
    }
    return new RefStaging(waiting, waiting.resolveSibling(id + MOVING));
  }

  /** To be called when the lock is held, and before a statement that proves that it still is. */
  void beginMoving() throws IOException {
    Files.move(waiting, moving, StandardCopyOption.ATOMIC_MOVE);
  }

  /** The folder, when the lock is held. */
  Path folder() {
    return moving;
  }

  /** Puts a file in place. */
  void place(byte[] content, Path target) throws IOException {
    Path staged = moving.resolve("next");
    DurableFiles.write(staged, content);
    Files.move(staged, target, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Takes a file away; does nothing if it is not there. */
  void remove(Path file) throws IOException {
    try {
      Files.move(
          file,
          moving.resolve(REMOVED).resolve(Integer.toString(removed++)),
          StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      if (Files.exists(file)) {
        throw e;
      }
    }
  }

  /** Removes the folder. */
  void close() throws IOException {
    DurableFiles.deleteRecursively(waiting);
    DurableFiles.deleteRecursively(moving);
  }

  /**
   * Makes sure that an update moves no more refs. The caller holds the lock.
   *
   * @return whether it had the lock once: some of its refs may have moved
   */
  static boolean stop(SessionFolders folders, PendingUpdate update) throws IOException {
    Path moving = folders.find(update.session(), update.id() + MOVING);
    Path stopped = moving.resolveSibling(update.id() + STOPPED);
    try {
      Files.move(moving, stopped, StandardCopyOption.ATOMIC_MOVE);
    } catch (NoSuchFileException e) {
      stopped = folders.find(update.session(), update.id() + STOPPED);
      if (!Files.exists(stopped)) {
        return false;
      }
    }
    // A client of a network file system may still hold the folder open under its former name.
    DurableFiles.deleteRecursively(stopped.resolve(REMOVED));
    Files.deleteIfExists(stopped.resolve("next"));
    return true;
  }

  /** Forgets a stopped update, once its row is gone. */
  static void forget(SessionFolders folders, PendingUpdate update) throws IOException {
    DurableFiles.deleteRecursively(folders.find(update.session(), update.id() + STOPPED));
    DurableFiles.deleteRecursively(folders.find(update.session(), update.id() + WAITING));
  }
}
