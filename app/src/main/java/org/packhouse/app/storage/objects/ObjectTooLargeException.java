package org.packhouse.app.storage.objects;

import java.io.IOException;

/** A commit, tag or tree is larger than is taken; the message names it and the limit. */
public final class ObjectTooLargeException extends IOException {

  private static final long serialVersionUID = 1L;

  ObjectTooLargeException(String message) {
    super(message);
  }
}
