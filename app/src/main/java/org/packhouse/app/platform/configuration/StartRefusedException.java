package org.packhouse.app.platform.configuration;

/**
 * The server cannot start as it is told to. The message is one sentence for the person who starts
 * it: what is wrong, with the value concerned, and what to do.
 */
public final class StartRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** A refusal that has no other exception behind it. */
  public StartRefusedException(String sentence) {
    super(sentence);
  }

  /** A refusal because of another exception, which is kept for the log file. */
  public StartRefusedException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
