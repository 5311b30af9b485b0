package org.packhouse.app.web.source.commit;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentThread;

/**
 * A comment. {@code author} is null if deleted, {@code html} sanitised, {@code depth} the number of
 * comments above it in the thread, {@code place} null for the commit as a whole.
 */
@Value.Builder
record CommentRow(
    long id,
    int version,
    @Nullable User author,
    Instant when,
    String html,
    int depth,
    @Nullable String place,
    boolean resolved,
    boolean deletable) {

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
    var comment = thread.comment();
    rows.add(
        new CommentRowBuilder()
            .id(comment.id())
            .version(comment.version())
            .author(people.get(comment.authorId()))
            .when(comment.created())
            .html(html.apply(comment.text()))
            .depth(Math.min(depth, DEEPEST))
            .place(place(comment.anchor()))
            .resolved(comment.resolution() != null || comment.threadResolved())
            .deletable(deletable.test(thread))
            .build());
    thread.replies().forEach(reply -> add(reply, depth + 1, people, html, deletable, rows));
  }

  private static @Nullable String place(@Nullable CommentAnchor anchor) {
    if (anchor == null) {
      return null;
    }
    return anchor.line() == null
        ? anchor.path().display()
        : anchor.path().display() + ", line " + anchor.line();
  }
}
