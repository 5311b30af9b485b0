package org.packhouse.app.web.pullrequest;

import java.util.List;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.Emoticon;

/**
 * A comment as a page shows it.
 *
 * @param author null: deleted
 * @param resolver who resolved the task; null: nobody, or somebody who is deleted
 * @param html its text, safe to show
 * @param reactions of people, none of which is empty
 * @param depth how many comments it replies to, up to the first of its thread
 */
@Value.Builder
record CommentBox(
    Comment comment,
    @Nullable User author,
    @Nullable User resolver,
    String html,
    List<Reaction> reactions,
    int depth,
    boolean editable,
    boolean deletable) {

  /**
   * A way in which people react.
   *
   * @param names of those whom the page knows
   * @param own whether the reader is one of them
   */
  record Reaction(Emoticon emoticon, int count, String names, boolean own) {}

  /** Whether it is something to be done. */
  public boolean isTask() {
    return comment.severity() == Comment.Severity.BLOCKER;
  }

  /** Whether that was done. */
  public boolean isResolved() {
    return comment.resolution() != null;
  }

  /** Whether its text was changed; of what is resolved, the resolution is told instead. */
  public boolean isEdited() {
    return !comment.updated().equals(comment.created()) && !isResolved();
  }

  /** The name to show. */
  public String name() {
    return author == null ? "Deleted user" : author.displayName();
  }
}
