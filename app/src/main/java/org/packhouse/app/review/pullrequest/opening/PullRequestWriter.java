package org.packhouse.app.review.pullrequest.opening;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.Activity.Action;
import org.packhouse.app.review.pullrequest.ActivityDetails;
import org.packhouse.app.review.pullrequest.ActivityRows;
import org.packhouse.app.review.pullrequest.ParticipantRole;
import org.packhouse.app.review.pullrequest.Participants;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequest.Description;
import org.packhouse.app.review.pullrequest.PullRequestRecords;
import org.packhouse.app.review.pullrequest.PullRequestRules;
import org.packhouse.app.review.pullrequest.PullRequestTransitions;
import org.packhouse.app.review.pullrequest.trial.TrialTasks;
import org.springframework.stereotype.Component;

/** Writes the rows of a new pull request, in the transaction of the caller. */
@Component
class PullRequestWriter {

  private final PullRequestTransitions transitions;
  private final Participants participants;
  private final PullRequestRecords records;
  private final ActivityRows activities;
  private final TrialTasks trials;
  private final Clock clock;

  PullRequestWriter(
      PullRequestTransitions transitions,
      Participants participants,
      PullRequestRecords records,
      ActivityRows activities,
      TrialTasks trials,
      Clock clock) {
    this.transitions = transitions;
    this.participants = participants;
    this.records = records;
    this.activities = activities;
    this.trials = trials;
    this.clock = clock;
  }

  /** A pull request without a number, and the texts of its default tasks. */
  record Opening(
      Branch from,
      Branch to,
      Description about,
      Caller author,
      List<User> reviewers,
      List<String> commits,
      List<String> tasks) {

    long authorId() {
      return PullRequestRules.user(author).id();
    }
  }

  static final class NumberTakenException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  long nextNumber(Repository target) {
    return records.nextNumber(target.id());
  }

  /** Takes the number and inserts the rows. */
  PullRequest open(Repository target, long number, Opening opening) {
    if (!records.takeNumber(target.id(), number)) {
      throw new NumberTakenException();
    }
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    PullRequest opened =
        transitions.open(
            number, opening.from(), opening.to(), opening.about(), opening.authorId(), now);
    for (User reviewer : opening.reviewers()) {
      participants.add(opened, reviewer, ParticipantRole.REVIEWER);
    }
    records.noteTip(opened.repositoryId(), opened.to().refName(), opened.to().commit());
    records.setCommits(opened.id(), opening.commits());
    activities.append(opened.id(), Action.OPENED, opening.authorId(), now, ActivityDetails.NONE);
    trials.enqueue(opened);
    return opened;
  }
}
