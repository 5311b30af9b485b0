package org.packhouse.app.review.pullrequest.opening;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.review.pullrequest.Activity.Action;
import org.packhouse.app.review.pullrequest.ActivityDetails;
import org.packhouse.app.review.pullrequest.ActivityRows;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.comment.PullRequestComments;
import org.packhouse.app.review.reviewer.DefaultTask;
import org.packhouse.app.review.reviewer.DefaultTasks;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.Comments;
import org.packhouse.app.source.comment.NewComment;
import org.springframework.stereotype.Component;

/** Adds default tasks to new pull requests, in the name of their authors. */
@Component
class OpeningTasks {

  private final DefaultTasks defaults;
  private final Comments comments;
  private final ActivityRows activities;

  OpeningTasks(DefaultTasks defaults, Comments comments, ActivityRows activities) {
    this.defaults = defaults;
    this.comments = comments;
    this.activities = activities;
  }

  List<String> of(Repository target, Branch from, Branch to) {
    return defaults.matching(target, from.refName(), to.refName()).stream()
        .map(DefaultTask::description)
        .toList();
  }

  void write(Repository target, PullRequest opened, List<String> texts, Caller author) {
    for (String text : texts) {
      NewComment task = new NewComment(text, null, null, Comment.Severity.BLOCKER);
      try {
        Comment made = comments.create(target, PullRequestComments.subject(opened), task, author);
        activities.append(
            opened.id(),
            Action.COMMENTED,
            made.authorId(),
            opened.created(),
            ActivityDetails.of(new ActivityDetails.Comment(made.id(), "ADDED")));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
