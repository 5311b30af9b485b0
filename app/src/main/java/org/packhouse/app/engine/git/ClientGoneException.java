package org.packhouse.app.engine.git;

import java.io.IOException;

/**
 * Nothing more can be read from the client: it has gone, is refused, or sends what cannot be read.
 * A transport throws it from the exchange's input; nobody is there to be told, and it is the
 * transport that logs.
 */
public final class ClientGoneException extends IOException {

  private static final long serialVersionUID = 1L;

  /** Makes one with what the transport met. */
  public ClientGoneException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
