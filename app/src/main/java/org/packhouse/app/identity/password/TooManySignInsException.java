package org.packhouse.app.identity.password;

import java.time.Duration;
import org.packhouse.app.platform.refusal.TryLaterException;

/** The refusal of a password that is not verified: too many have failed, or too many wait. */
public final class TooManySignInsException extends TryLaterException {

  private static final long serialVersionUID = 1L;

  private final Duration retryAfter;

  private TooManySignInsException(String message, Duration retryAfter) {
    super(TryLaterException.Reason.TOO_MANY_REQUESTS, message);
    this.retryAfter = retryAfter;
  }

  static TooManySignInsException failures(Duration retryAfter) {
    return new TooManySignInsException(
        "Too many failed logins. Try again in " + retryAfter.toSeconds() + " s.", retryAfter);
  }

  static TooManySignInsException waiting() {
    return new TooManySignInsException(
        "Too many passwords wait to be checked. Try again in a moment.", Duration.ofSeconds(5));
  }

  public Duration retryAfter() {
    return retryAfter;
  }
}
