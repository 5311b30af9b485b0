package org.packhouse.app.source.comment.rest;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.comment.Comment.Severity;
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
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * REST: comments on commits and pull requests, and the tasks of pull requests, which are comments
 * of severity BLOCKER.
 */
@RestController
class CommentController {

  private static final String OF_COMMIT =
      RestPaths.API + "/projects/{projectKey}/repos/{slug}/commits/{commitId}/comments";
  private static final String PULL_REQUEST =
      RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/pull-requests/{pullRequestId}";
  private static final String OF_PULL_REQUEST = PULL_REQUEST + "/comments";
  private static final String TASKS = PULL_REQUEST + "/blocker-comments";
  private static final String ONE = "/{commentId}";

  @GetMapping({OF_COMMIT, OF_PULL_REQUEST})
  Page<CommentView> list(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable String path,
      PageRequest page,
      CommentTarget target)
      throws IOException {
    return target.list(path == null || path.isEmpty() ? null : TreePath.of(path), page);
  }

  @PostMapping(OF_COMMIT)
  @ResponseStatus(HttpStatus.CREATED)
  CommentView createOnCommit(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam(required = false) @Nullable String since,
      @RequestBody Body body,
      CommentTarget target)
      throws IOException {
    return target.create(body, body.severityOr(Severity.NORMAL), since);
  }

  @PostMapping(value = OF_COMMIT, consumes = MediaType.APPLICATION_FORM_URLENCODED_VALUE)
  @ResponseStatus(HttpStatus.CREATED)
  CommentView createByForm(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestParam String text,
      CommentTarget target)
      throws IOException {
    return target.create(Body.of(text), Severity.NORMAL, null);
  }

  @PostMapping(OF_PULL_REQUEST)
  @ResponseStatus(HttpStatus.CREATED)
  CommentView create(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestBody Body body,
      CommentTarget target)
      throws IOException {
    return target.create(body, body.severityOr(Severity.NORMAL), null);
  }

  @PostMapping(TASKS)
  @ResponseStatus(HttpStatus.CREATED)
  CommentView createTask(
      @Requires(Permission.REPO_READ) Repository repository,
      @RequestBody Body body,
      CommentTarget target)
      throws IOException {
    return target.create(body, Severity.BLOCKER, null);
  }

  @GetMapping({OF_COMMIT + ONE, OF_PULL_REQUEST + ONE, TASKS + ONE})
  CommentView get(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable long commentId,
      CommentTarget target)
      throws IOException {
    return target.get(commentId);
  }

  @PutMapping({OF_COMMIT + ONE, OF_PULL_REQUEST + ONE, TASKS + ONE})
  CommentView update(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable long commentId,
      @RequestBody Body body,
      CommentTarget target)
      throws IOException {
    target.update(commentId, body.change());
    return target.get(commentId);
  }

  @DeleteMapping({OF_COMMIT + ONE, OF_PULL_REQUEST + ONE, TASKS + ONE})
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(
      @Requires(Permission.REPO_READ) Repository repository,
      @PathVariable long commentId,
      @RequestParam(defaultValue = "-1") int version,
      CommentTarget target) {
    target.delete(commentId, version);
  }
}
