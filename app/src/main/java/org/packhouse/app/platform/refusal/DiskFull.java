package org.packhouse.app.platform.refusal;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Failures for want of room on a disk: of the server's files, or of PostgreSQL's. */
public final class DiskFull {

  /** What a client reads. */
  public static final String SENTENCE =
      "The server's disk is full: an administrator must make room on it first.";

  /** {@code disk_full} of PostgreSQL. */
  private static final String STATE = "53100";

  private DiskFull() {}

  /** Whether that is what a failure comes from. */
  public static boolean isCauseOf(@Nullable Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      boolean found =
          switch (cause) {
            case FileSystemException file -> saysSo(file.getReason()) || saysSo(file.getMessage());
            case IOException io -> saysSo(io.getMessage());
            case SQLException sql -> STATE.equals(sql.getSQLState());
            default -> false;
          };
      if (found) {
        return true;
      }
    }
    return false;
  }

  /** As the operating system, and git with it, names ENOSPC and EDQUOT. */
  private static boolean saysSo(@Nullable String message) {
    return message != null
        && (message.contains("No space left on device") || message.contains("Disk quota exceeded"));
  }
}
