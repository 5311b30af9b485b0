package org.packhouse.app.source.comment;

import java.time.Instant;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * Something that was said of a commit.
 *
 * @param commit 40 hex digits
 * @param answered whose reply it is; null: it begins a thread
 * @param anchor where it stands; null: at the commit as a whole, or where its thread does
 * @param authorId the user; may be deleted by now
 * @param resolution null while it is open
 * @param threadResolved whether the thread that it begins is settled
 * @param version rises with each change
 * @param pending whether it is part of a review that its author has not finished
 */
@Value.Builder
public record CommitComment(
    long id,
    long repositoryId,
    String commit,
    @Nullable Parent answered,
    @Nullable CommentAnchor anchor,
    long authorId,
    String text,
    Severity severity,
    @Nullable Resolution resolution,
    boolean threadResolved,
    Instant created,
    Instant updated,
    int version,
    boolean pending) {

  /** The comment that is replied to, and the one that the thread began with. */
  public record Parent(long parentId, long rootId) {}

  /** The time at which a comment was resolved, and by whom. */
  public record Resolution(long userId, Instant when) {}

  /** The weight of a comment. */
  public enum Severity {
    /** A remark. */
    NORMAL,
    /** A task: something that must be done. */
    BLOCKER
  }

  /** The id of the comment that its thread began with. */
  public long rootId() {
    return answered == null ? id : answered.rootId();
  }
}
