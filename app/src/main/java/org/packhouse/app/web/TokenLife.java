package org.packhouse.app.web;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** For how long a token holds that is made on a page. */
public final class TokenLife {

  private static final List<Integer> DAYS = List.of(30, 90, 365);

  private TokenLife() {}

  /**
   * What the form's choice stands for.
   *
   * @param days 0 or null for a token that holds until it is revoked
   * @return null for such a token
   * @throws InvalidFieldException if it is none of the choices
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
