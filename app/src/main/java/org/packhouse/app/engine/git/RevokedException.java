package org.packhouse.app.engine.git;

/** A caller who was let in and would not be now. The message is a sentence for the person. */
public final class RevokedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RevokedException(String message) {
    super(message);
  }
}
