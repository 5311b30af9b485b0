package org.packhouse.app.source.comment;

import java.time.Instant;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;

/**
 * A comment on a commit or a pull request.
 *
 * @param commit of a pull request its source commit when the comment was made
 * @param anchor null: the commit or pull request as a whole, or the anchor of the thread
 * @param authorId the user may be deleted by now
 * @param threadResolved of the thread that this comment begins
 * @param pending whether the author's review is unfinished
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

  /** The comment that is replied to, and the first of the thread. */
  public record Parent(long parentId, long rootId) {}

  public record Resolution(long userId, Instant when) {}

  public enum Severity {
    NORMAL,
    /** A task, which may block the merge of a pull request. */
    BLOCKER
  }

  public long rootId() {
    return parent == null ? id : parent.rootId();
  }
}
