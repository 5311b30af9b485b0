package org.packhouse.app.source.issue;

import org.jspecify.annotations.Nullable;

/**
 * The issue tracker that holds somewhere.
 *
 * @param tracker null: keys lead nowhere
 * @param level where this was set; the server's if nobody has set anything
 * @param resourceId of the project or repository where it was set; null: it is the server's
 */
public record IssueTrackerSetting(
    @Nullable IssueTracker tracker, Level level, @Nullable Long resourceId) {

  static final IssueTrackerSetting NONE = new IssueTrackerSetting(null, Level.GLOBAL, null);

  /** Places where trackers are set. */
  public enum Level {
    /** The server's. */
    GLOBAL,
    /** A project's. */
    PROJECT,
    /** A repository's own. */
    REPOSITORY
  }
}
