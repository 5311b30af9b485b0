package org.packhouse.app.source.comment;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A comment and the answers to it, the oldest first. */
public record CommentThread(CommitComment comment, List<CommentThread> answers) {

  /** Puts answers below the comments that they answer. */
  static List<CommentThread> of(List<CommitComment> roots, List<CommitComment> answers) {
    Map<Long, List<CommentThread>> below = new HashMap<>();
    List<CommentThread> threads = new ArrayList<>();
    for (CommitComment root : roots) {
      threads.add(open(root, below));
    }
    // An answer is younger than what it answers.
    for (CommitComment answer : answers) {
      List<CommentThread> siblings =
          answer.answered() == null ? null : below.get(answer.answered().parentId());
      if (siblings != null) {
        siblings.add(open(answer, below));
      }
    }
    return threads;
  }

  private static CommentThread open(CommitComment comment, Map<Long, List<CommentThread>> below) {
    List<CommentThread> answers = new ArrayList<>();
    below.put(comment.id(), answers);
    return new CommentThread(comment, answers);
  }
}
