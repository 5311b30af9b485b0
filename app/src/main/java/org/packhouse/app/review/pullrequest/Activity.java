package org.packhouse.app.review.pullrequest;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An activity of a pull request; without a user it is the server's, or an access key's. */
public record Activity(
    long id, Action action, @Nullable Long userId, Instant when, ActivityDetails details) {

  public enum Action {
    OPENED,
    /** The title, description, draft state, target or reviewers were changed. */
    UPDATED,
    /** The source moved. */
    RESCOPED,
    COMMENTED,
    /** A reviewer marked it as needing work. */
    REVIEWED,
    APPROVED,
    /** An approval or objection was withdrawn. */
    UNAPPROVED,
    MERGED,
    DECLINED,
    REOPENED
  }
}
