package org.packhouse.app.web.pullrequest;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.Emoticon;

/** A comment as a page shows it, in sanitised HTML; deleted users are null. */
record CommentBox(
    Comment comment,
    @Nullable User author,
    @Nullable User resolver,
    String html,
    List<Reaction> reactions,
    int depth,
    Rights rights) {

  record Rights(boolean mayEdit, boolean mayDelete) {}

  record Reaction(Emoticon emoticon, int count, String names, boolean own) {}

  public boolean isTask() {
    return comment.severity() == Comment.Severity.BLOCKER;
  }

  public boolean isResolved() {
    return comment.resolution() != null;
  }

  /**
   * Returns whether to mark the comment as edited; a resolved one is marked as resolved instead.
   */
  public boolean isEdited() {
    return !comment.updated().equals(comment.created()) && !isResolved();
  }

  public String name() {
    return author == null ? "Deleted user" : author.displayName();
  }
}
