package org.packhouse.app.review.pullrequest;

import org.packhouse.app.hosting.repository.Repository;

/**
 * Receives activities of pull requests in the background, at least once each, and those of one
 * repository in order. A slow or failing listener does not delay the others.
 */
public interface PullRequestListener {

  /** Returns the name under which progress is stored: unique, and never changed. */
  String name();

  /** Returns whether to deliver activities of a repository; asked before anything else is read. */
  default boolean hearsOf(Repository target) {
    return true;
  }

  /**
   * Handles an activity. An exception is logged, and the activity delivered again later.
   *
   * @param pullRequest in its present state, which may be later than the activity
   */
  void happened(Repository target, PullRequest pullRequest, Activity activity);
}
