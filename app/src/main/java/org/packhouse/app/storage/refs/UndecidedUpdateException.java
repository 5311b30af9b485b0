package org.packhouse.app.storage.refs;

import java.io.IOException;

/** A failure after which it is not known whether the refs have moved; the server will find out. */
public final class UndecidedUpdateException extends IOException {

  private static final long serialVersionUID = 1L;

  UndecidedUpdateException(Throwable cause) {
    super("What became of the push is not known yet: fetch to see", cause);
  }
}
