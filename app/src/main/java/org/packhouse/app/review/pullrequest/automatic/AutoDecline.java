package org.packhouse.app.review.pullrequest.automatic;

/**
 * A setting by which pull requests are declined after some weeks without activity, or are not.
 *
 * @param scope where the setting is from
 */
public record AutoDecline(boolean enabled, int inactivityWeeks, Scope scope) {

  static final int USUAL_WEEKS = 4;

  /** The one that counts where nobody has made any. */
  static final AutoDecline NONE = new AutoDecline(false, USUAL_WEEKS, Scope.GLOBAL);

  /** The places where settings are made. */
  public enum Scope {
    /** Nobody has made one. */
    GLOBAL,
    /** The project's. */
    PROJECT,
    /** The repository's own. */
    REPOSITORY
  }
}
