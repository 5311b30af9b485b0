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
 * @param url its page, without the context path
 * @param target the repository that it targets
 * @param source the other repository that it comes from; null: it comes from the target, or from
 *     one that is gone or that the reader may not see
 * @param author null: deleted
 */
public record PullRequestRow(
    PullRequest pullRequest,
    String url,
    Repository target,
    @Nullable Repository source,
    @Nullable User author,
    List<ReviewerRow> people,
    CommentCounts said) {

  /** Its state. */
  public StateBadge badge() {
    return StateBadge.of(pullRequest);
  }

  /** Those who were asked to review it, and those who said what they think. */
  public List<ReviewerRow> reviewers() {
    return people.stream()
        .filter(one -> one.isReviewer() || !one.word().equals("Not reviewed"))
        .toList();
  }
}
