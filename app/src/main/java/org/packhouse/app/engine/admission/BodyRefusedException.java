package org.packhouse.app.engine.admission;

import java.net.SocketTimeoutException;

/**
 * A Git body is not read any further. A time-out, as Tomcat answers 408 to one that a servlet
 * meets.
 */
public final class BodyRefusedException extends SocketTimeoutException {

  private static final long serialVersionUID = 1L;

  private final int status;

  public BodyRefusedException(int status, String sentence) {
    super(sentence);
    this.status = status;
  }

  public int status() {
    return status;
  }
}
