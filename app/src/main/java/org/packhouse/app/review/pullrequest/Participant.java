package org.packhouse.app.review.pullrequest;

import org.jspecify.annotations.Nullable;

/**
 * Somebody who takes part in a pull request.
 *
 * @param lastReviewedCommit 40 hex digits; null: none
 */
public record Participant(
    long pullRequestId,
    long userId,
    ParticipantRole role,
    ReviewStatus status,
    @Nullable String lastReviewedCommit) {

  /** Whether they think that it may be merged. */
  public boolean approved() {
    return status == ReviewStatus.APPROVED;
  }

  /** Whether they were asked to review it. */
  public boolean isReviewer() {
    return role == ParticipantRole.REVIEWER;
  }
}
