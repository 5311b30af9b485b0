package org.packhouse.lab.wire;

import java.io.IOException;

/**
 * The response of the server is broken: figures of a run in which that happens are worth nothing.
 */
public final class VerificationException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Says what is broken. */
  public VerificationException(String message) {
    super(message);
  }
}
