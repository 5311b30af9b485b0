package org.packhouse.app.web;

import org.jspecify.annotations.Nullable;

/** There is no such page. The message is a sentence for the reader. */
public final class NotFoundException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public NotFoundException(String message) {
    super(message);
  }

  /** Reports a revision that does not exist; {@code at} is null for the default branch. */
  public static NotFoundException ofRevision(@Nullable String at) {
    return new NotFoundException(
        "There is no branch, tag or reachable commit '%s' in this repository."
            .formatted(at == null ? "HEAD" : at));
  }
}
