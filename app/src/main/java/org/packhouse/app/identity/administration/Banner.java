package org.packhouse.app.identity.administration;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** An announcement on every page, in Markdown. */
public record Banner(String message, boolean enabled, Audience audience) {

  public static final int MAX_LENGTH = 3000;

  /** The readers of an announcement. */
  public enum Audience {
    ALL,
    /** Signed-in users only. */
    AUTHENTICATED
  }

  /** Checks an announcement as it was typed; an audience of null is everybody. */
  public static Banner of(@Nullable String message, boolean enabled, @Nullable String audience) {
    if (message == null
        || message.isBlank()
        || message.length() > MAX_LENGTH
        || message.indexOf('\0') >= 0) {
      throw new InvalidFieldException(
          "message",
          "An announcement has 1 to %d characters and no zero byte, not %s."
              .formatted(
                  MAX_LENGTH, message == null ? "none" : InvalidFieldException.quote(message)));
    }
    return new Banner(message, enabled, audience(audience));
  }

  private static Audience audience(@Nullable String name) {
    if (name == null) {
      return Audience.ALL;
    }
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "ALL" -> Audience.ALL;
      case "AUTHENTICATED" -> Audience.AUTHENTICATED;
      default ->
          throw new InvalidFieldException(
              "audience",
              "The audience must be ALL or AUTHENTICATED, not %s."
                  .formatted(InvalidFieldException.quote(name)));
    };
  }

  public boolean isFor(boolean signedIn) {
    return enabled && (signedIn || audience == Audience.ALL);
  }
}
