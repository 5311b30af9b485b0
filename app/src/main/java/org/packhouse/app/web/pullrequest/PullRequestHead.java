package org.packhouse.app.web.pullrequest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.ReviewStatus;
import org.packhouse.app.web.pullrequest.list.PullRequestRow;
import org.packhouse.app.web.pullrequest.list.ReviewerRow;

/**
 * The head of a pull request's pages.
 *
 * @param title HTML with links
 * @param own the reader's review status
 * @param ownCommit the reader's last reviewed commit; null: none, or it is the tip of the source
 */
record PullRequestHead(
    PullRequestRow row, String title, Rights rights, ReviewStatus own, @Nullable String ownCommit) {

  /**
   * The actions that the reader may take.
   *
   * @param mayChangeSource whether the reader may rebase or delete the source branch
   * @param mayReuse whether the reader may revert or cherry-pick the merged change
   */
  record Rights(
      boolean mayEdit,
      boolean mayMerge,
      boolean mayDelete,
      boolean mayReview,
      boolean mayComment,
      boolean mayChangeSource,
      boolean mayReuse) {}

  public PullRequest it() {
    return row.pullRequest();
  }

  public String url() {
    return row.url();
  }

  public String from() {
    String branch = it().from().displayId();
    if (!it().isAcrossRepositories()) {
      return branch;
    }
    String place = it().from().repositoryId() == null ? "deleted repository" : "another repository";
    return (row.source() == null ? place : row.source().path()) + ":" + branch;
  }

  public List<String> reviewerNames() {
    return row.people().stream()
        .filter(ReviewerRow::isReviewer)
        .map(one -> one.user().name())
        .toList();
  }
}
