package org.packhouse.app.review.pullrequest;

import java.util.Collection;
import java.util.List;
import org.packhouse.app.identity.user.User;
import org.springframework.context.annotation.Lazy;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;

/** Reads and adds participants; checks no permission and appends no activity. */
@Component
public class Participants {

  private final ParticipantStore store;

  Participants(@Lazy ParticipantStore store) {
    this.store = store;
  }

  /** Returns the participants of pull requests, those of each in the order in which they joined. */
  public List<Participant> of(Collection<Long> pullRequestIds) {
    return store.findByPullRequestIdInOrderById(pullRequestIds).stream()
        .map(ParticipantEntity::toParticipant)
        .toList();
  }

  /** Makes a user a participant, in the transaction of the caller. */
  public void add(PullRequest pullRequest, User user, ParticipantRole role) {
    store.saveAndFlush(new ParticipantEntity(pullRequest.id(), user.id(), role));
  }

  /** Makes a user a participant unless the user is one already, in a transaction of its own. */
  public void join(PullRequest pullRequest, User user) {
    if (user.id() == pullRequest.authorId()
        || store.findByPullRequestIdAndUserId(pullRequest.id(), user.id()).isPresent()) {
      return;
    }
    try {
      add(pullRequest, user, ParticipantRole.PARTICIPANT);
    } catch (DataIntegrityViolationException e) {
      // A parallel request of the same user has added the row.
      return;
    }
  }

  /**
   * Withdraws all approvals in the caller's transaction, and returns the users who had approved.
   */
  public List<Long> unapprove(PullRequest pullRequest) {
    List<ParticipantEntity> approved =
        store.findByPullRequestIdOrderById(pullRequest.id()).stream()
            .filter(one -> one.status() == ReviewStatus.APPROVED)
            .toList();
    approved.forEach(ParticipantEntity::unapprove);
    return approved.stream().map(ParticipantEntity::userId).toList();
  }
}
