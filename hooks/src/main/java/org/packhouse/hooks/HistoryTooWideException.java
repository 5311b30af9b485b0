package org.packhouse.hooks;

/**
 * A history whose commits name more parents than a walk keeps. The message is a sentence for a
 * person.
 */
public final class HistoryTooWideException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  HistoryTooWideException(long maxParents) {
    super(
        "The history cannot be read: its commits name more than %d parents in all."
            .formatted(maxParents));
  }
}
