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
 * A {@code .lock} file of git's protocol, which keeps {@code git pack-refs} away; between updates
 * the version row is the lock. The file contains the update's id, for recovery. It is linked out of
 * the update's {@link RefStaging} and renamed back into it: a process that has lost the version row
 * can neither create locks nor remove those of others.
 */
final class RefLock implements AutoCloseable {

  private static final Duration WAIT = Duration.ofSeconds(2);
  private static final Duration LOOK_EVERY = Duration.ofMillis(10);

  /** No operation holds a ref lock this long: its process is gone. */
  private static final Duration ABANDONED = Duration.ofMinutes(10);

  private static final Pattern ID = Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4,12}){4}\n");

  private static final int ID_LENGTH = 37;

  private final Path file;
  private final RefStaging staging;

  private RefLock(Path file, RefStaging staging) {
    this.file = file;
    this.staging = staging;
  }

  /** The caller must hold the version row. */
  static RefLock acquire(Path locked, RefStaging staging) throws IOException {
    return acquire(locked, staging, WAIT);
  }

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

  static boolean isLeft(Path locked, UUID updateId) throws IOException {
    return Arrays.equals(new SharedFiles().read(fileOf(locked)), contentOf(updateId));
  }

  static void release(Path locked, RefStaging staging) throws IOException {
    staging.remove(fileOf(locked));
  }

  /** Returns whether a lock is abandoned; an update's needs the version row, held by the caller. */
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
