package org.packhouse.app.storage.objects;

import java.io.IOException;

/** A commit, tag or tree exceeds its limit; the message names both. */
public final class ObjectTooLargeException extends IOException {

  private static final long serialVersionUID = 1L;

  ObjectTooLargeException(String message) {
    super(message);
  }
}
