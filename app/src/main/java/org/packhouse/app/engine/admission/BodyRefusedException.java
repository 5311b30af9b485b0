package org.packhouse.app.engine.admission;

import java.net.SocketTimeoutException;

/** A Git body is not read any further: a time-out, which Tomcat answers with 408. */
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
