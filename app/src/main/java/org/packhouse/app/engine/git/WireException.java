package org.packhouse.app.engine.git;

import java.io.IOException;

/** A request that is refused or malformed. The message goes out in an ERR packet. */
public class WireException extends IOException {

  private static final long serialVersionUID = 1L;

  public WireException(String message) {
    super(message);
  }
}
