package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.objects.SharedFiles;

/**
 * A {@code .lock} file of git's own protocol. It keeps {@code git pack-refs} away: between updates
 * the version row is the lock. The file holds the update's id, so that whoever recovers the update
 * knows it. It comes out of the update's {@link RefStaging} and goes back there, so that a process
 * that has lost the version row neither makes locks nor takes those of others away.
 */
final class RefLock implements AutoCloseable {

  private static final Duration WAIT = Duration.ofSeconds(2);
  private static final Duration LOOK_EVERY = Duration.ofMillis(10);

  /** No operation holds a ref's lock for so long: its process is gone. */
  private static final Duration ABANDONED = Duration.ofMinutes(10);

  /** What a lock of an update holds. */
  private static final Pattern ID = Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4,12}){4}\n");

  private static final int ID_LENGTH = 37;

  private final Path file;
  private final RefStaging staging;

  private RefLock(Path file, RefStaging staging) {
    this.file = file;
    this.staging = staging;
  }

  /** Takes the lock. The caller has the version row. */
  static RefLock acquire(Path locked, RefStaging staging) throws IOException {
    return acquire(locked, staging, WAIT);
  }

  /** The same, waiting for no longer than that for whoever holds it. */
  static RefLock acquire(Path locked, RefStaging staging, Duration wait) throws IOException {
    Path file = fileOf(locked);
    byte[] content = contentOf(staging.updateId());
    long deadline = System.nanoTime() + wait.toNanos();
    while (true) {
      try {
        staging.placeLock(content, file);
        return new RefLock(file, staging);
      } catch (FileAlreadyExistsException e) {
        if (System.nanoTime() > deadline) {
          throw new IOException(file + " is held by another process", e);
        }
        if (isAbandoned(file, staging)) {
          staging.remove(file);
        } else {
          LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
      }
    }
  }

  /** Whether an update that was stopped has left its lock. */
  static boolean isLeft(Path locked, UUID updateId) throws IOException {
    return Arrays.equals(new SharedFiles().read(fileOf(locked)), contentOf(updateId));
  }

  /** Removes the lock that an update has left, if its process has died or stood still. */
  static void release(Path locked, RefStaging staging) throws IOException {
    staging.remove(fileOf(locked));
  }

  /**
   * Whether nobody works under a lock any more: git does nothing for so long, and of updates only
   * the one that has the version row.
   */
  private static boolean isAbandoned(Path file, RefStaging staging) throws IOException {
    SharedFiles shared = new SharedFiles();
    BasicFileAttributes look = shared.attributes(file);
    if (look == null) {
      // released meanwhile
      return false;
    }
    Instant made = look.lastModifiedTime().toInstant();
    Instant now = Files.getLastModifiedTime(staging.files()).toInstant();
    return made.plus(ABANDONED).isBefore(now)
        || (look.size() == ID_LENGTH && isOfUpdate(shared.read(file)));
  }

  private static boolean isOfUpdate(byte @Nullable [] content) {
    return content != null
        && ID.matcher(new String(content, StandardCharsets.ISO_8859_1)).matches();
  }

  private static byte[] contentOf(UUID updateId) {
    return (updateId + "\n").getBytes(StandardCharsets.ISO_8859_1);
  }

  private static Path fileOf(Path locked) {
    return locked.resolveSibling(locked.getFileName() + ".lock");
  }

  @Override
  public void close() throws IOException {
    staging.remove(file);
  }
}
