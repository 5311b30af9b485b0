package org.packhouse.lab.load;

/** The reason why a run ended before its time, in one sentence. */
public final class RunFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  /** Says why in one sentence. */
  public RunFailedException(String message) {
    super(message);
  }

  /** Says why in one sentence. */
  public RunFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
