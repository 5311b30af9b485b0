package org.packhouse.app.identity.administration;

/**
 * What administrators announce on every page.
 *
 * @param message Markdown
 */
public record Banner(String message, boolean enabled, Audience audience) {

  /** Who shall read it. */
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
