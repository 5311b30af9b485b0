package org.packhouse.app.web.source;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentThread;
import org.packhouse.app.source.comment.CommitComments;
import org.packhouse.app.source.commit.CommitRange;
import org.springframework.stereotype.Component;

/** Comments on the files and lines of a diff, for the page that shows it. */
final class DiffComments {

  private final List<CommentThread> threads;
  private final Map<Long, User> people;

  private DiffComments(List<CommentThread> threads, Map<Long, User> people) {
    this.threads = threads;
    this.people = people;
  }

  /** Reads it, in as many statements however much there is. */
  @Component
  static class Reader {

    private final CommitComments comments;
    private final Users users;

    Reader(CommitComments comments, Users users) {
      this.comments = comments;
      this.users = users;
    }

    DiffComments read(Repository repository, CommitRange range) {
      List<CommentThread> threads = comments.threadsIn(repository, range, null);
      Set<Long> authors = new HashSet<>();
      threads.forEach(thread -> collect(thread, authors));
      return new DiffComments(threads, authors.isEmpty() ? Map.of() : users.findAllById(authors));
    }

    private static void collect(CommentThread thread, Set<Long> authors) {
      authors.add(thread.comment().authorId());
      thread.replies().forEach(reply -> collect(reply, authors));
    }
  }

  /** Of a file as a whole. */
  public List<CommentRow> of(ChangedFile file) {
    return rows(file, anchor -> anchor.line() == null);
  }

  /** Of a line. */
  public List<CommentRow> of(ChangedFile file, ShownHunk.Row line) {
    return rows(file, anchor -> standsAt(anchor, line));
  }

  /** Of lines beside each other. */
  public List<CommentRow> of(ChangedFile file, ShownHunk.Pair pair) {
    ShownHunk.Row left = pair.left();
    ShownHunk.Row right = pair.right();
    return rows(
        file,
        anchor ->
            (left != null && standsAt(anchor, left)) || (right != null && standsAt(anchor, right)));
  }

  private static boolean standsAt(CommentAnchor anchor, ShownHunk.Row line) {
    String number =
        anchor.fileType() == CommentAnchor.FileType.FROM ? line.oldNumber() : line.newNumber();
    return anchor.line() != null && number.equals(Integer.toString(anchor.line()));
  }

  /** Tells whether a comment stands there. */
  @FunctionalInterface
  private interface Place {
    boolean has(CommentAnchor anchor);
  }

  private List<CommentRow> rows(ChangedFile file, Place place) {
    List<CommentThread> there = new ArrayList<>();
    for (CommentThread thread : threads) {
      CommentAnchor anchor = thread.comment().anchor();
      if (anchor != null && anchor.path().equals(file.path()) && place.has(anchor)) {
        there.add(thread);
      }
    }
    return there.isEmpty() ? List.of() : CommentRow.of(there, people, thread -> false);
  }
}
