package org.packhouse.app.storage.process;

import java.io.IOException;

/** A native git command did not succeed. */
public final class GitFailedException extends IOException {

  private static final long serialVersionUID = 1L;

  private final int exitCode;
  private final String stderr;

  GitFailedException(String command, int exitCode, String stderr) {
    super(
        command
            + " exited with "
            + exitCode
            + (stderr.isBlank() ? "" : ": " + stderr.strip().lines().limit(5).toList()));
    this.exitCode = exitCode;
    this.stderr = stderr;
  }

  public int exitCode() {
    return exitCode;
  }

  /** Returns standard error, at most the first 16 KB. */
  public String stderr() {
    return stderr;
  }
}
