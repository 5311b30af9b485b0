package org.packhouse.app.source.comment;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;

/**
 * Application event, published in the transaction of the change if there is one.
 *
 * @param previousText null unless the comment was edited
 * @param userId null: an administrator who is no user
 */
public record CommentChanged(
    Repository repository,
    CommentSubject subject,
    Comment comment,
    Kind kind,
    @Nullable String previousText,
    @Nullable Long userId) {

  public enum Kind {
    ADDED,
    EDITED,
    DELETED
  }
}
