package org.packhouse.app.source.comment;

import java.time.Instant;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * A comment on a commit or a pull request.
 *
 * @param commit 40 hex digits; of a pull request its source commit when the comment was made
 * @param parent null: the comment begins a thread
 * @param anchor null: the commit or pull request as a whole, or the anchor of the thread
 * @param authorId the user may be deleted by now
 * @param resolution null while the comment is open
 * @param threadResolved whether the thread that this comment begins is resolved
 * @param version rises with each change
 * @param pending whether the comment belongs to a review that its author has not finished
 */
@Value.Builder
public record Comment(
    long id,
    long repositoryId,
    String commit,
    @Nullable Parent parent,
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

  /** The comment that is replied to, and the comment that the thread begins with. */
  public record Parent(long parentId, long rootId) {}

  public record Resolution(long userId, Instant when) {}

  public enum Severity {
    NORMAL,
    /** A task, which must be resolved before a pull request is merged if its repository says so. */
    BLOCKER
  }

  public long rootId() {
    return parent == null ? id : parent.rootId();
  }
}
