package org.packhouse.app.platform.refusal;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Recognises failures for want of disk space, the server's or PostgreSQL's. */
public final class DiskFull {

  public static final String SENTENCE =
      "The server's disk is full: an administrator must make room on it first.";

  /** {@code disk_full} of PostgreSQL. */
  private static final String STATE = "53100";

  private DiskFull() {}

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

  /** The texts of the operating system, and so of git, for ENOSPC and EDQUOT. */
  private static boolean saysSo(@Nullable String message) {
    return message != null
        && (message.contains("No space left on device") || message.contains("Disk quota exceeded"));
  }
}
