package org.packhouse.app.source.comment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A comment and its replies, oldest first. */
public record CommentThread(Comment comment, List<CommentThread> replies) {

  public Stream<Long> ids() {
    return Stream.concat(Stream.of(comment.id()), replies.stream().flatMap(CommentThread::ids));
  }

  /** Builds trees of replies; replies must be sorted by id. */
  static List<CommentThread> of(List<Comment> roots, List<Comment> replies) {
    Map<Long, List<CommentThread>> below = new HashMap<>();
    List<CommentThread> threads = new ArrayList<>();
    for (Comment root : roots) {
      threads.add(open(root, below));
    }
    // A reply has a higher id than its parent.
    for (Comment reply : replies) {
      List<CommentThread> siblings =
          reply.parent() == null ? null : below.get(reply.parent().parentId());
      if (siblings != null) {
        siblings.add(open(reply, below));
      }
    }
    return threads;
  }

  private static CommentThread open(Comment comment, Map<Long, List<CommentThread>> below) {
    List<CommentThread> replies = new ArrayList<>();
    below.put(comment.id(), replies);
    return new CommentThread(comment, replies);
  }
}
