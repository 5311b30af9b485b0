package org.packhouse.app.web;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** The lifetimes that pages offer for new tokens. */
public final class TokenLifetime {

  private static final List<Integer> DAYS = List.of(30, 90, 365);

  private TokenLifetime() {}

  /**
   * Returns the lifetime; null for 0 or no days, when the token holds until it is revoked.
   *
   * @throws InvalidFieldException if the number of days is not offered
   */
  public static @Nullable Duration of(@Nullable Integer days) {
    if (days == null || days == 0) {
      return null;
    }
    if (!DAYS.contains(days)) {
      throw new InvalidFieldException(
          "days", "The token can hold for 30, 90 or 365 days, or until it is revoked.");
    }
    return Duration.ofDays(days);
  }
}
