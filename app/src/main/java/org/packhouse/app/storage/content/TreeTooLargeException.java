package org.packhouse.app.storage.content;

import org.packhouse.app.platform.rest.ExceptionName;
import org.packhouse.app.platform.rest.RestException;

/** A tree, or what differs between two, has more entries or levels than are looked at. */
public final class TreeTooLargeException extends RestException {

  private static final long serialVersionUID = 1L;

  TreeTooLargeException(String sentence) {
    super(400, ExceptionName.ARGUMENT_VALIDATION, sentence);
  }
}
