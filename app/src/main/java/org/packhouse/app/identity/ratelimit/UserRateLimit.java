package org.packhouse.app.identity.ratelimit;

import org.jspecify.annotations.Nullable;

/** An exception for a user; a limit of null exempts. */
public record UserRateLimit(long userId, @Nullable RateLimit limit) {

  public boolean exempt() {
    return limit == null;
  }
}
