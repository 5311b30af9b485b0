package org.packhouse.app.source.comment.rest;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentChange;
import org.packhouse.app.source.comment.CommentSubject;
import org.packhouse.app.source.comment.CommentThread;
import org.packhouse.app.source.comment.CommentedCommits;
import org.packhouse.app.source.comment.Comments;
import org.packhouse.app.source.comment.NewComment;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.stereotype.Component;

/** Finds commits as targets of comments. */
@Component
class CommitCommentTargets implements CommentTarget.Kind {

  private final CommentedCommits commits;
  private final Comments comments;
  private final CommentViews views;

  CommitCommentTargets(CommentedCommits commits, Comments comments, CommentViews views) {
    this.commits = commits;
    this.comments = comments;
    this.views = views;
  }

  @Override
  public String variable() {
    return "commitId";
  }

  @Override
  public CommentTarget require(Repository repository, String id, Caller caller) throws IOException {
    String commit = commits.require(repository, id);
    return new Target(repository, CommentSubject.ofCommit(repository.id(), commit), caller);
  }

  private final class Target implements CommentTarget {

    private final Repository repository;
    private final CommentSubject subject;
    private final Caller caller;

    Target(Repository repository, CommentSubject subject, Caller caller) {
      this.repository = repository;
      this.subject = subject;
      this.caller = caller;
    }

    @Override
    public CommentSubject subject() {
      return subject;
    }

    @Override
    public Page<CommentView> list(@Nullable TreePath file, PageRequest page) {
      Page<CommentThread> threads = comments.threads(subject, file, page);
      return threads.with(views.of(threads.values(), repository, caller));
    }

    @Override
    public CommentView create(
        CommentRequests.Body body, Comment.Severity severity, @Nullable String since)
        throws IOException {
      CommentAnchor anchor =
          body.anchor() == null
              ? null
              : commits.anchor(repository, subject.commit(), body.anchor().requested(since));
      NewComment wanted = new NewComment(body.requiredText(), body.parentId(), anchor, severity);
      Comment made = comments.create(repository, subject, wanted, caller);
      return views.of(new CommentThread(made, List.of()), repository, caller);
    }

    @Override
    public CommentView get(long id) {
      return views.of(comments.thread(subject, id), repository, caller);
    }

    @Override
    public void update(long id, CommentChange change) {
      comments.update(repository, subject, id, change, caller);
    }

    @Override
    public void delete(long id, int version) {
      comments.delete(repository, subject, id, version, caller);
    }
  }
}
