package org.packhouse.app.review.pullrequest;

import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Version;
import org.jspecify.annotations.Nullable;

@Entity
@Table(name = "pull_request_participant")
class ParticipantEntity {

  @Id
  @GeneratedValue(strategy = GenerationType.IDENTITY)
  private long id;

  private long pullRequestId;
  private long userId;

  @Enumerated(EnumType.STRING)
  private ParticipantRole role;

  @Enumerated(EnumType.STRING)
  private ReviewStatus status = ReviewStatus.UNAPPROVED;

  private @Nullable String lastReviewedCommit;
  @Version private int version;

  /** For Hibernate. */
  @SuppressWarnings("NullAway.Init")
  protected ParticipantEntity() {}

  ParticipantEntity(long pullRequestId, long userId, ParticipantRole role) {
    this.pullRequestId = pullRequestId;
    this.userId = userId;
    this.role = role;
  }

  Participant toParticipant() {
    return new Participant(pullRequestId, userId, role, status, lastReviewedCommit);
  }

  ReviewStatus status() {
    return status;
  }

  long userId() {
    return userId;
  }

  ParticipantRole role() {
    return role;
  }

  void become(ParticipantRole newRole) {
    role = newRole;
  }

  void review(ReviewStatus opinion, @Nullable String commit) {
    status = opinion;
    lastReviewedCommit = commit;
  }

  void unapprove() {
    status = ReviewStatus.UNAPPROVED;
  }
}
