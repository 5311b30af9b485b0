package org.packhouse.app.review.pullrequest;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.database.FairKeyedLock;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.packhouse.app.review.pullrequest.Activity.Action;
import org.springframework.context.annotation.Lazy;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;

/** Records who reviews a pull request, and their approvals and objections. */
@Service
public class Reviews {

  private static final int MAX_TRIES = 5;

  private final ParticipantStore store;
  private final ActivityRows activities;
  private final PullRequestLifecycle lifecycle;
  private final LifecycleWriter writer;
  private final Reviewers reviewers;
  private final TransactionTemplate transactions;
  private final Clock clock;

  // Double clicks of one user are served one after the other.
  private final FairKeyedLock<Long> locks = new FairKeyedLock<>();

  Reviews(
      @Lazy ParticipantStore store,
      ActivityRows activities,
      PullRequestLifecycle lifecycle,
      LifecycleWriter writer,
      Reviewers reviewers,
      TransactionTemplate transactions,
      Clock clock) {
    this.store = store;
    this.activities = activities;
    this.lifecycle = lifecycle;
    this.writer = writer;
    this.reviewers = reviewers;
    this.transactions = transactions;
    this.clock = clock;
  }

  /** Sets the caller's status; who is no reviewer becomes a participant. */
  public Participant review(
      Repository target,
      PullRequest pullRequest,
      ReviewStatus status,
      @Nullable String reviewedCommit,
      Caller caller) {
    return review(target, pullRequest, status, reviewedCommit, caller, () -> {});
  }

  /** Sets the caller's status with further writes, which run again on a retry. */
  public Participant review(
      Repository target,
      PullRequest pullRequest,
      ReviewStatus status,
      @Nullable String reviewedCommit,
      Caller caller,
      Runnable further) {
    User user = PullRequestRules.user(caller);
    PullRequestRules.refuseArchived(target);
    PullRequestRules.requireOpen(pullRequest);
    if (user.id() == pullRequest.authorId()) {
      throw new ConflictException(
          Conflict.PARTICIPANT_ROLE, "The author of a pull request does not review it.");
    }
    String commit = commit(pullRequest, reviewedCommit);
    try (FairKeyedLock.Held _ = locks.lock(user.id())) {
      return retrying(() -> {
        further.run();
        return reviewed(pullRequest, user, status, commit);
      });
    }
  }

  private static String commit(PullRequest pullRequest, @Nullable String given) {
    if (given == null || given.isEmpty()) {
      return pullRequest.from().commit();
    }
    if (!given.matches("[0-9a-f]{40}")) {
      throw new InvalidFieldException(
          "lastReviewedCommit",
          "The reviewed commit is named by 40 hexadecimal digits, not %s."
              .formatted(InvalidFieldException.quote(given)));
    }
    return given;
  }

  private Participant reviewed(
      PullRequest pullRequest, User user, ReviewStatus status, String commit) {
    ParticipantEntity entity =
        store
            .findByPullRequestIdAndUserId(pullRequest.id(), user.id())
            .orElseGet(() ->
                store.saveAndFlush(
                    new ParticipantEntity(
                        pullRequest.id(), user.id(), ParticipantRole.PARTICIPANT)));
    ReviewStatus before = entity.status();
    entity.review(status, commit);
    store.saveAndFlush(entity);
    if (before != status) {
      activities.append(
          pullRequest.id(),
          action(status),
          user.id(),
          now(),
          ActivityDetails.reviewedBefore(before));
    }
    return entity.toParticipant();
  }

  private static Action action(ReviewStatus status) {
    return switch (status) {
      case APPROVED -> Action.APPROVED;
      case NEEDS_WORK -> Action.REVIEWED;
      case UNAPPROVED -> Action.UNAPPROVED;
    };
  }

  /**
   * Makes a user a reviewer. Who may edit the pull request adds anybody, everybody else themselves.
   *
   * @throws RefusedException if the pull request is closed, or the user cannot review it
   * @throws NotPermittedException if the caller may add only themselves
   */
  public Participant addReviewer(
      Repository target, PullRequest pullRequest, String name, Caller caller) {
    User by = PullRequestRules.user(caller);
    if (!by.name().equalsIgnoreCase(name)) {
      lifecycle.requireEditor(target, pullRequest, caller);
    }
    PullRequestRules.refuseArchived(target);
    PullRequestRules.requireOpen(pullRequest);
    User user = reviewers.find(target, pullRequest.authorId(), List.of(name)).getFirst();
    return retrying(() -> {
      Optional<ParticipantEntity> present =
          store.findByPullRequestIdAndUserId(pullRequest.id(), user.id());
      if (present.filter(it -> it.role() == ParticipantRole.REVIEWER).isPresent()) {
        return present.get().toParticipant();
      }
      ParticipantEntity entity =
          present.orElseGet(
              () -> new ParticipantEntity(pullRequest.id(), user.id(), ParticipantRole.REVIEWER));
      entity.become(ParticipantRole.REVIEWER);
      updated(pullRequest, by, new ActivityDetails.Reviewers(List.of(user.id()), List.of()));
      return store.saveAndFlush(entity).toParticipant();
    });
  }

  /**
   * Removes a reviewer. Who may edit the pull request removes anybody, everybody else themselves.
   *
   * @throws RefusedException if the user takes no part in the pull request, or it is closed
   * @throws NotPermittedException if the caller may remove only themselves
   */
  public void removeReviewer(Repository target, PullRequest pullRequest, User user, Caller caller) {
    User by = PullRequestRules.user(caller);
    if (by.id() != user.id()) {
      lifecycle.requireEditor(target, pullRequest, caller);
    }
    PullRequestRules.refuseArchived(target);
    PullRequestRules.requireOpen(pullRequest);
    retrying(() -> {
      ParticipantEntity entity =
          store
              .findByPullRequestIdAndUserId(pullRequest.id(), user.id())
              .orElseThrow(() -> noParticipant(pullRequest, user));
      if (entity.role() == ParticipantRole.REVIEWER) {
        writer.dismiss(entity);
        store.flush();
        updated(pullRequest, by, new ActivityDetails.Reviewers(List.of(), List.of(user.id())));
      }
      return entity.toParticipant();
    });
  }

  private void updated(PullRequest pullRequest, User by, ActivityDetails.Reviewers changed) {
    activities.append(
        pullRequest.id(), Action.UPDATED, by.id(), now(), ActivityDetails.of(changed));
  }

  private static RefusedException noParticipant(PullRequest pullRequest, User user) {
    return new NoSuchException(
        Thing.PARTICIPANT,
        "The user %s takes no part in pull request %d."
            .formatted(InvalidFieldException.quote(user.name()), pullRequest.number()));
  }

  // Two requests of one user that run at once on two nodes both succeed, one after the other.
  private Participant retrying(Supplier<Participant> work) {
    for (int tries = 1; ; tries++) {
      try {
        Participant done = transactions.execute(_ -> work.get());
        if (done != null) {
          return done;
        }
      } catch (OptimisticLockingFailureException | DataIntegrityViolationException e) {
        if (tries >= MAX_TRIES) {
          throw e;
        }
      }
    }
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
