package org.packhouse.app.platform.configuration;

/**
 * The server cannot start with these settings. The message is one sentence for the administrator:
 * what is wrong, with the value, and what to do.
 */
public final class StartRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public StartRefusedException(String sentence) {
    super(sentence);
  }

  /** Keeps a cause for the log file. */
  public StartRefusedException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
