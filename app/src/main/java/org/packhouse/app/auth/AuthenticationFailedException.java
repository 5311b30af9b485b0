package org.packhouse.app.auth;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A credential that opens nothing. The message is a sentence that gives no hint of what was wrong.
 */
public final class AuthenticationFailedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final @Nullable Duration retryAfter;

  /** Makes one; {@code retryAfter} is set if further tries are refused for that long. */
  public AuthenticationFailedException(String message, @Nullable Duration retryAfter) {
    super(message);
    this.retryAfter = retryAfter;
  }

  /** How long further tries are refused; null if they are not. */
  public @Nullable Duration retryAfter() {
    return retryAfter;
  }
}
