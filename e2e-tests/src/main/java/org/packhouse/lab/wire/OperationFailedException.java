package org.packhouse.lab.wire;

import java.io.IOException;

/** The server refused an operation or answered it with an error. */
public final class OperationFailedException extends IOException {

  private static final long serialVersionUID = 1L;

  private final String kind;

  /**
   * Makes one.
   *
   * @param kind a short word to count by, such as {@code HTTP 503} or {@code ERR}
   */
  public OperationFailedException(String kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** What to count it as. */
  public String kind() {
    return kind;
  }
}
