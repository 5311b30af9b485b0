package org.packhouse.app.web.source.commit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentThread;

/**
 * A comment on a commit. {@code author} is null if deleted, {@code html} sanitised, {@code depth}
 * the number of comments above it in the thread.
 */
record CommentRow(
    Comment comment, @Nullable User author, String html, int depth, boolean deletable) {

  private static final int DEEPEST = 4;

  static List<CommentRow> of(
      List<CommentThread> threads,
      Map<Long, User> people,
      UnaryOperator<String> html,
      Predicate<CommentThread> deletable) {
    List<CommentRow> rows = new ArrayList<>();
    threads.forEach(thread -> add(thread, 0, people, html, deletable, rows));
    return rows;
  }

  static Set<Long> authorIds(List<CommentThread> threads) {
    Set<Long> ids = new HashSet<>();
    threads.forEach(thread -> collect(thread, ids));
    return ids;
  }

  private static void collect(CommentThread thread, Set<Long> authorIds) {
    authorIds.add(thread.comment().authorId());
    thread.replies().forEach(reply -> collect(reply, authorIds));
  }

  private static void add(
      CommentThread thread,
      int depth,
      Map<Long, User> people,
      UnaryOperator<String> html,
      Predicate<CommentThread> deletable,
      List<CommentRow> rows) {
    Comment comment = thread.comment();
    rows.add(
        new CommentRow(
            comment,
            people.get(comment.authorId()),
            html.apply(comment.text()),
            Math.min(depth, DEEPEST),
            deletable.test(thread)));
    thread.replies().forEach(reply -> add(reply, depth + 1, people, html, deletable, rows));
  }

  public boolean isResolved() {
    return comment.resolution() != null || comment.threadResolved();
  }

  /** Returns the file and line; null: the commit as a whole. */
  public @Nullable String place() {
    CommentAnchor anchor = comment.anchor();
    if (anchor == null) {
      return null;
    }
    return anchor.line() == null
        ? anchor.path().display()
        : anchor.path().display() + ", line " + anchor.line();
  }
}
