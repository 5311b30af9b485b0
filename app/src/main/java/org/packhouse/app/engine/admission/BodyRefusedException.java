package org.packhouse.app.engine.admission;

import java.net.SocketTimeoutException;

/**
 * A body of Git that is not read any further. Tomcat answers 408 to a time-out that a servlet met
 * while it read. What others read is refused by a {@link RequestBodyException}.
 */
public final class BodyRefusedException extends SocketTimeoutException {

  private static final long serialVersionUID = 1L;

  private final int status;

  /** A refusal that a client may still be told. */
  public BodyRefusedException(int status, String sentence) {
    super(sentence);
    this.status = status;
  }

  /** The HTTP status that says so, if it can still be said. */
  public int status() {
    return status;
  }
}
