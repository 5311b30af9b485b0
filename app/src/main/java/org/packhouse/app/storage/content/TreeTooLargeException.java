package org.packhouse.app.storage.content;

import org.packhouse.app.platform.refusal.InvalidRequestException;

/** A tree, or the difference between two, exceeds the bounds of a walk. */
public final class TreeTooLargeException extends InvalidRequestException {

  private static final long serialVersionUID = 1L;

  TreeTooLargeException(String sentence) {
    super(sentence);
  }
}
