package org.packhouse.app.source.comment;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;

/**
 * An application event, published with what somebody has done to a comment, in its transaction if
 * there is one.
 *
 * @param previousText of a comment that was changed
 * @param userId who did it; null: an administrator who is no user
 */
public record CommentChanged(
    Repository repository,
    CommentSubject subject,
    CommitComment comment,
    Kind kind,
    @Nullable String previousText,
    @Nullable Long userId) {

  /** The deed. */
  public enum Kind {
    /** It was written. */
    ADDED,
    /** Its text, severity or state was changed. */
    EDITED,
    /** It is gone. */
    DELETED
  }
}
