package org.packhouse.app.web.pullrequest.list;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.Participant;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.ReviewStatus;

/** A participant as a page shows it, outdated if the source has moved since the review. */
public record ReviewerRow(
    User user, ReviewStatus status, boolean isReviewer, @Nullable String seen, boolean isOutdated) {

  static List<ReviewerRow> of(
      PullRequest pullRequest, List<Participant> people, Map<Long, User> users) {
    List<ReviewerRow> rows = new ArrayList<>();
    for (Participant one : people) {
      User user = users.get(one.userId());
      if (user != null) {
        boolean old =
            one.lastReviewedCommit() != null
                && !one.lastReviewedCommit().equals(pullRequest.from().commit());
        rows.add(
            new ReviewerRow(
                user,
                one.status(),
                one.isReviewer(),
                one.lastReviewedCommit(),
                old && one.status() != ReviewStatus.UNAPPROVED));
      }
    }
    return rows;
  }

  public String word() {
    return switch (status) {
      case APPROVED -> "Approved";
      case NEEDS_WORK -> "Needs work";
      case UNAPPROVED -> "Not reviewed";
    };
  }

  public String icon() {
    return switch (status) {
      case APPROVED -> "check-circle";
      case NEEDS_WORK -> "exclamation-circle";
      case UNAPPROVED -> "circle";
    };
  }
}
