package org.packhouse.app.notice.notification;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.Activity;

/** A queued notification, by ids without text; null actor: the server. */
record Notification(
    long repositoryId,
    long number,
    What what,
    @Nullable Long actorId,
    @Nullable Long commentId,
    Reason reason,
    Instant when) {

  enum What {
    OPENED("opened this pull request"),
    REVIEW_ASKED("asked you to review this pull request"),
    COMMENTED("commented"),
    REPLIED("replied"),
    APPROVED("approved this pull request"),
    NEEDS_WORK("asked for changes"),
    UNAPPROVED("took their review back"),
    UPDATED("changed the words of this pull request"),
    RESCOPED("pushed to this pull request"),
    MERGED("merged this pull request"),
    DECLINED("declined this pull request"),
    REOPENED("opened this pull request again");

    private final String words;

    What(String words) {
      this.words = words;
    }

    /** Returns the words behind the actor's name. */
    String words() {
      return words;
    }
  }

  static Notification of(
      long repositoryId, long number, Activity activity, What what, Reason reason) {
    var comment = activity.details().comment();
    return new Notification(
        repositoryId,
        number,
        what,
        activity.userId(),
        comment == null ? null : comment.id(),
        reason,
        activity.when());
  }
}
