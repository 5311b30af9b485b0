package org.packhouse.app.web.pullrequest.list;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.source.comment.CommentCounts;

/**
 * A pull request in a list.
 *
 * @param url of its page, without the context path
 * @param source the source repository; null: it is the target, deleted, or not readable
 * @param author null: deleted
 */
public record PullRequestRow(
    PullRequest pullRequest,
    String url,
    Repository target,
    @Nullable Repository source,
    @Nullable User author,
    List<ReviewerRow> people,
    CommentCounts counts) {

  public StateBadge badge() {
    return StateBadge.of(pullRequest);
  }

  /** Returns reviewers, and other participants who have reviewed. */
  public List<ReviewerRow> reviewers() {
    return people.stream()
        .filter(one -> one.isReviewer() || !one.word().equals("Not reviewed"))
        .toList();
  }
}
