package org.packhouse.app.review.pullrequest;

import org.jspecify.annotations.Nullable;

/** A participant; the last reviewed commit has 40 hex digits. */
public record Participant(
    long pullRequestId,
    long userId,
    ParticipantRole role,
    ReviewStatus status,
    @Nullable String lastReviewedCommit) {

  public boolean approved() {
    return status == ReviewStatus.APPROVED;
  }

  public boolean isReviewer() {
    return role == ParticipantRole.REVIEWER;
  }
}
