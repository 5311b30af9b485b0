package org.packhouse.app.review.pullrequest;

import org.packhouse.app.hosting.repository.Repository;

/**
 * Hears what happened to pull requests after it did, in the background, at least once each, that of
 * one repository one after the other. It delays no other listener, and its failures are its own.
 */
public interface PullRequestListener {

  /** What its progress is kept under: unique among all listeners, and the same for ever. */
  String name();

  /**
   * Whether it wants to hear of pull requests to that repository now. It is asked before anything
   * else is read.
   */
  default boolean hearsOf(Repository target) {
    return true;
  }

  /**
   * Takes note. What it throws is logged, and it is told again later.
   *
   * @param pullRequest as it is now, which may be after more has happened
   */
  void happened(Repository target, PullRequest pullRequest, Activity activity);
}
