package org.packhouse.app.engine.git;

import java.io.IOException;

/**
 * A request that is not served, or not one of the protocol. The message is for the person at the
 * client: it goes out in an ERR packet.
 */
public class WireException extends IOException {

  private static final long serialVersionUID = 1L;

  /** A refusal in these words. */
  public WireException(String message) {
    super(message);
  }
}
