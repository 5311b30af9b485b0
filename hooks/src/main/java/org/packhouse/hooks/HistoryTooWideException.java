package org.packhouse.hooks;

/** The commits of a walk name more parents than it holds. The message is for users. */
public final class HistoryTooWideException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  HistoryTooWideException(long maxParents) {
    super(
        "The history cannot be read: its commits name more than %d parents in all."
            .formatted(maxParents));
  }
}
