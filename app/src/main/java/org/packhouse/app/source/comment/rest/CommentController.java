package org.packhouse.app.source.comment.rest;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentThread;
import org.packhouse.app.source.comment.CommentedCommits;
import org.packhouse.app.source.comment.Comments;
import org.packhouse.app.source.comment.NewComment;
import org.packhouse.app.source.comment.rest.CommentRequests.Body;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: comments on a commit. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{slug}/commits/{commitId}/comments")
class CommentController {

  private final CommentedCommits commits;
  private final Comments comments;
  private final CommentViews views;

  CommentController(CommentedCommits commits, Comments comments, CommentViews views) {
    this.commits = commits;
    this.comments = comments;
    this.views = views;
  }

  private record Subject(Repository repository, String commit, Caller caller) {}

  private Subject subject(Repository repository, String commitId, Caller caller)
      throws IOException {
    return new Subject(repository, commits.require(repository, commitId), caller);
  }

  @GetMapping
  Page<CommentView> list(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId,
      @RequestParam(required = false) @Nullable String path,
      PageRequest page)
      throws IOException {
    Subject subject = subject(repository, commitId, caller);
    TreePath file = path == null || path.isEmpty() ? null : TreePath.of(path);
    Page<CommentThread> threads =
        comments.threads(subject.repository(), subject.commit(), file, page);
    return threads.with(views.of(threads.values(), subject.repository(), subject.caller()));
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  CommentView create(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId,
      @RequestParam(required = false) @Nullable String since,
      @RequestBody Body body)
      throws IOException {
    Subject subject = subject(repository, commitId, caller);
    CommentAnchor anchor =
        body.anchor() == null
            ? null
            : commits.anchor(
                subject.repository(), subject.commit(), body.anchor().requested(since));
    return create(
        subject,
        new NewComment(
            body.requiredText(),
            body.parentId(),
            anchor,
            body.severityOr(Comment.Severity.NORMAL)));
  }

  @PostMapping(consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
  @ResponseStatus(HttpStatus.CREATED)
  CommentView createByForm(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId,
      @RequestParam String text)
      throws IOException {
    return create(
        subject(repository, commitId, caller),
        new NewComment(text, null, null, Comment.Severity.NORMAL));
  }

  private CommentView create(Subject subject, NewComment wanted) throws IOException {
    Comment made =
        comments.create(subject.repository(), subject.commit(), wanted, subject.caller());
    return views.of(new CommentThread(made, List.of()), subject.repository(), subject.caller());
  }

  @GetMapping("/{commentId}")
  CommentView get(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId,
      @PathVariable long commentId)
      throws IOException {
    return show(subject(repository, commitId, caller), commentId);
  }

  @PutMapping("/{commentId}")
  CommentView update(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId,
      @PathVariable long commentId,
      @RequestBody Body body)
      throws IOException {
    Subject subject = subject(repository, commitId, caller);
    comments.update(
        subject.repository(), subject.commit(), commentId, body.change(), subject.caller());
    return show(subject, commentId);
  }

  private CommentView show(Subject subject, long commentId) {
    return views.of(
        comments.thread(subject.repository(), subject.commit(), commentId),
        subject.repository(),
        subject.caller());
  }

  @DeleteMapping("/{commentId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId,
      @PathVariable long commentId,
      @RequestParam(defaultValue = "-1") int version)
      throws IOException {
    Subject subject = subject(repository, commitId, caller);
    comments.delete(subject.repository(), subject.commit(), commentId, version, subject.caller());
  }
}
