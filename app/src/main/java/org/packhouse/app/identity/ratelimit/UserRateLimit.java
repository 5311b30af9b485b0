package org.packhouse.app.identity.ratelimit;

import org.jspecify.annotations.Nullable;

/**
 * Exception that is made for a user.
 *
 * @param limit null: the user is exempt
 */
public record UserRateLimit(long userId, @Nullable RateLimit limit) {

  /** Whether the user is not limited at all. */
  public boolean exempt() {
    return limit == null;
  }
}
