package org.packhouse.app.engine.git;

import java.io.IOException;

/** Nothing more can be read from the client; thrown from the exchange's input, and logged. */
public final class ClientGoneException extends IOException {

  private static final long serialVersionUID = 1L;

  public ClientGoneException(IOException cause) {
    super(cause.getMessage(), cause);
  }
}
