package org.packhouse.app.identity.administration;

/**
 * An announcement of the administrators on every page.
 *
 * @param message Markdown
 */
public record Banner(String message, boolean enabled, Audience audience) {

  /** The readers that it is for. */
  public enum Audience {
    /** Everybody. */
    ALL,
    /** Who is signed in. */
    AUTHENTICATED
  }

  /** Whether somebody shall read it. */
  public boolean isFor(boolean signedIn) {
    return enabled && (signedIn || audience == Audience.ALL);
  }
}
