package org.packhouse.app.source.comment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A comment and the replies to it, the oldest first. */
public record CommentThread(CommitComment comment, List<CommentThread> replies) {

  /** The ids of the comment and of all replies. */
  public Stream<Long> ids() {
    return Stream.concat(Stream.of(comment.id()), replies.stream().flatMap(CommentThread::ids));
  }

  /** Puts replies below the comments that they reply. */
  static List<CommentThread> of(List<CommitComment> roots, List<CommitComment> replies) {
    Map<Long, List<CommentThread>> below = new HashMap<>();
    List<CommentThread> threads = new ArrayList<>();
    for (CommitComment root : roots) {
      threads.add(open(root, below));
    }
    // An reply is younger than what it replies.
    for (CommitComment reply : replies) {
      List<CommentThread> siblings =
          reply.answered() == null ? null : below.get(reply.answered().parentId());
      if (siblings != null) {
        siblings.add(open(reply, below));
      }
    }
    return threads;
  }

  private static CommentThread open(CommitComment comment, Map<Long, List<CommentThread>> below) {
    List<CommentThread> replies = new ArrayList<>();
    below.put(comment.id(), replies);
    return new CommentThread(comment, replies);
  }
}
