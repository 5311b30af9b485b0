package org.packhouse.app.web.pullrequest.list;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.source.comment.CommentStatistics.CommentCounts;

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

  public Badge badge() {
    return Badge.of(pullRequest);
  }

  /** Returns reviewers, and other participants who have reviewed. */
  public List<ReviewerRow> reviewers() {
    return people.stream()
        .filter(one -> one.isReviewer() || !one.word().equals("Not reviewed"))
        .toList();
  }

  record Badge(String word, String icon, String kind) {

    static Badge of(PullRequest pullRequest) {
      return switch (pullRequest.state()) {
        case OPEN ->
            pullRequest.about().draft()
                ? new Badge("Draft", "pencil", "")
                : new Badge("Open", "record-circle", "good");
        case MERGED -> new Badge("Merged", "sign-merge-right", "merged");
        case DECLINED -> new Badge("Declined", "x-circle", "bad");
      };
    }
  }
}
