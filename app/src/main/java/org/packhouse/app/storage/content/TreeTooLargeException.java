package org.packhouse.app.storage.content;

import org.packhouse.app.platform.refusal.InvalidRequestException;

/** A tree, or what differs between two, has more entries or levels than are looked at. */
public final class TreeTooLargeException extends InvalidRequestException {

  private static final long serialVersionUID = 1L;

  TreeTooLargeException(String sentence) {
    super(sentence);
  }
}
