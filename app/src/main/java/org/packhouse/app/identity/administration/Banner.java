package org.packhouse.app.identity.administration;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/**
 * An announcement of the administrators on every page.
 *
 * @param message Markdown
 */
public record Banner(String message, boolean enabled, Audience audience) {

  /** The most characters of a message. */
  public static final int MAX_LENGTH = 3000;

  /** The readers that it is for. */
  public enum Audience {
    /** Everybody. */
    ALL,
    /** Who is signed in. */
    AUTHENTICATED
  }

  /**
   * An announcement of what somebody typed.
   *
   * @param audience the name of one, in any case; null: everybody
   * @throws InvalidFieldException if the message is empty or too long, or there is no such audience
   */
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

  /** Whether somebody shall read it. */
  public boolean isFor(boolean signedIn) {
    return enabled && (signedIn || audience == Audience.ALL);
  }
}
