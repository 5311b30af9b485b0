package org.packhouse.app.review.pullrequest;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An event in the life of a pull request.
 *
 * @param userId who did it; null: the server, or a key
 */
public record Activity(
    long id, Action action, @Nullable Long userId, Instant when, ActivityDetails details) {

  /** The kind of an event. */
  public enum Action {
    /** It was opened. */
    OPENED,
    /** Its title, description, target or reviewers were changed. */
    UPDATED,
    /** Its source, or what it targets, moved. */
    RESCOPED,
    /** Somebody said something. */
    COMMENTED,
    /** Somebody found that it needs work. */
    REVIEWED,
    /** Somebody approved it. */
    APPROVED,
    /** Somebody took an approval, or an objection, back. */
    UNAPPROVED,
    /** It was merged. */
    MERGED,
    /** It was closed without being merged. */
    DECLINED,
    /** It was opened again. */
    REOPENED
  }
}
