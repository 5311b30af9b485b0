package org.packhouse.app.review.pullrequest.opening;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
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

/** Writes what a new pull request consists of, in the transaction of the caller. */
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

  /**
   * A pull request that has no number as yet.
   *
   * @param author a user
   * @param commits that it brings
   * @param tasks texts of those that it gets
   */
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

  PullRequest open(long number, Opening opening) {
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
    trials.ask(opened);
    return opened;
  }
}
