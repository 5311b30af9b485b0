package org.packhouse.app.review.pullrequest.automatic;

import org.jspecify.annotations.Nullable;

/**
 * A setting by which pull requests may be merged as soon as nothing stands against it, or may not.
 *
 * @param scope where the setting is from
 * @param restricted whether the project's counts in its repositories, whatever they say themselves
 */
public record AutoMergeSwitch(boolean enabled, Scope scope, boolean restricted) {

  /** The places where settings are made. */
  public enum Scope {
    /** Nobody has made one. */
    GLOBAL,
    /** The project's. */
    PROJECT,
    /** The repository's own. */
    REPOSITORY
  }

  /** The setting that counts, of those that were made. */
  static AutoMergeSwitch of(
      @Nullable Boolean own, @Nullable Boolean ofProject, boolean restricted) {
    if (ofProject != null && (restricted || own == null)) {
      return new AutoMergeSwitch(ofProject, Scope.PROJECT, restricted);
    }
    return own == null
        ? new AutoMergeSwitch(true, Scope.GLOBAL, false)
        : new AutoMergeSwitch(own, Scope.REPOSITORY, false);
  }
}
