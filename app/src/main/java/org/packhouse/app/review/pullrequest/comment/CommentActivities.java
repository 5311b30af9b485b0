package org.packhouse.app.review.pullrequest.comment;

import java.time.Clock;
import java.time.temporal.ChronoUnit;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.review.pullrequest.Activity.Action;
import org.packhouse.app.review.pullrequest.ActivityDetails;
import org.packhouse.app.review.pullrequest.ActivityRows;
import org.packhouse.app.review.pullrequest.Participants;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.source.comment.Comment;
import org.springframework.stereotype.Component;

/** Records comments as activities of a pull request, and their authors as participants. */
@Component
class CommentActivities {

  private final Participants participants;
  private final ActivityRows activities;
  private final Clock clock;

  CommentActivities(Participants participants, ActivityRows activities, Clock clock) {
    this.participants = participants;
    this.activities = activities;
    this.clock = clock;
  }

  /** Records that a thread was begun; a reply is no activity. */
  void record(long pullRequestId, Comment made) {
    if (made.parent() == null) {
      activities.append(
          pullRequestId,
          Action.COMMENTED,
          made.authorId(),
          clock.instant().truncatedTo(ChronoUnit.MILLIS),
          ActivityDetails.of(new ActivityDetails.Comment(made.id(), "ADDED")));
    }
  }

  void join(PullRequest pullRequest, User author) {
    participants.join(pullRequest, author);
  }

  void remove(PullRequest pullRequest, long commentId) {
    activities.forgetComment(pullRequest.id(), commentId);
  }
}
