package org.packhouse.app.engine.git;

/** An admitted caller would not be admitted now. The message is a sentence for the user. */
public final class RevokedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RevokedException(String message) {
    super(message);
  }
}
