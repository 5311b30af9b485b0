package org.packhouse.app.web.pullrequest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.ReviewStatus;
import org.packhouse.app.web.pullrequest.list.PullRequestRow;
import org.packhouse.app.web.pullrequest.list.ReviewerRow;

/**
 * A pull request as the head of each of its pages shows it.
 *
 * @param title its HTML, with links
 * @param own what the reader thinks of it
 * @param ownCommit the commit that the reader looked at last, if others came since; null: none did
 */
record PullRequestHead(
    PullRequestRow row, String title, Rights rights, ReviewStatus own, @Nullable String ownCommit) {

  /**
   * The things that the reader may do.
   *
   * @param mayChangeSource whether the source branch may be moved, and may go when it is merged
   * @param mayReuse whether its change can be reverted, or picked for another branch
   */
  record Rights(
      boolean mayEdit,
      boolean mayMerge,
      boolean mayDelete,
      boolean mayReview,
      boolean maySpeak,
      boolean mayChangeSource,
      boolean mayReuse) {}

  /** The pull request. */
  public PullRequest it() {
    return row.pullRequest();
  }

  /** The address of its pages, without the context path. */
  public String url() {
    return row.url();
  }

  /** The name of the source branch, with its repository if that is another one. */
  public String from() {
    String branch = it().from().displayId();
    if (!it().isAcrossRepositories()) {
      return branch;
    }
    String place = it().from().repositoryId() == null ? "deleted repository" : "another repository";
    return (row.source() == null ? place : row.source().path()) + ":" + branch;
  }

  /** Names of those who were asked to review it. */
  public List<String> reviewerNames() {
    return row.people().stream()
        .filter(ReviewerRow::isReviewer)
        .map(one -> one.user().name())
        .toList();
  }
}
