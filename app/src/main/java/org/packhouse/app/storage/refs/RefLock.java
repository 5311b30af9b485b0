package org.packhouse.app.storage.refs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;

/**
 * A {@code .lock} file of git's own protocol. It keeps {@code git pack-refs} away: between updates
 * the version row is the lock. The file holds the update's id, so that whoever recovers the update
 * knows it.
 */
final class RefLock implements AutoCloseable {

  private static final Duration WAIT = Duration.ofSeconds(2);
  private static final Duration LOOK_EVERY = Duration.ofMillis(10);

  /** No operation holds a ref's lock for so long: its process is gone. */
  private static final Duration ABANDONED = Duration.ofMinutes(10);

  private final Path file;

  private RefLock(Path file) {
    this.file = file;
  }

  /**
   * Takes the lock.
   *
   * @param fresh something made just now on the same file system, whose clock dates both
   */
  static RefLock acquire(Path locked, UUID updateId, Path fresh) throws IOException {
    Path file = fileOf(locked);
    byte[] content = (updateId + "\n").getBytes(StandardCharsets.UTF_8);
    long deadline = System.nanoTime() + WAIT.toNanos();
    while (true) {
      try {
        return create(file, content);
      } catch (FileAlreadyExistsException e) {
        if (System.nanoTime() > deadline) {
          throw new IOException(file + " is held by another process", e);
        }
        breakAbandoned(file, fresh);
        LockSupport.parkNanos(LOOK_EVERY.toNanos());
      }
    }
  }

  /** An empty lock, of which nobody would know whose it is, is not left where the disk is full. */
  private static RefLock create(Path file, byte[] content) throws IOException {
    OutputStream out =
        Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (out) {
      out.write(content);
    } catch (IOException e) {
      Files.deleteIfExists(file);
      throw e;
    }
    return new RefLock(file);
  }

  /** Removes the lock that a dead update may have left. */
  static void release(Path locked, UUID updateId) throws IOException {
    Path file = fileOf(locked);
    try {
      if (Files.readString(file).strip().equals(updateId.toString())) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException e) {
      // it left none
    } catch (java.nio.file.FileSystemException e) {
      if (Files.exists(file)) {
        throw e;
      }
    }
  }

  private static void breakAbandoned(Path file, Path fresh) throws IOException {
    try {
      Instant made = Files.getLastModifiedTime(file).toInstant();
      if (made.plus(ABANDONED).isBefore(Files.getLastModifiedTime(fresh).toInstant())) {
        Files.deleteIfExists(file);
      }
    } catch (NoSuchFileException e) {
      // released meanwhile
    }
  }

  private static Path fileOf(Path locked) {
    return locked.resolveSibling(locked.getFileName() + ".lock");
  }

  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
  }
}
