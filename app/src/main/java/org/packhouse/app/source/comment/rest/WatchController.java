package org.packhouse.app.source.comment.rest;

import java.io.IOException;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.refusal.NotPermittedException;
import org.packhouse.app.platform.rest.RestPaths;
import org.packhouse.app.source.comment.CommentedCommits;
import org.packhouse.app.source.comment.Watches;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: watching repositories and commits. */
@RestController
@RequestMapping(RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}")
@ResponseStatus(HttpStatus.NO_CONTENT)
class WatchController {

  private final CommentedCommits commits;
  private final Watches watches;

  WatchController(CommentedCommits commits, Watches watches) {
    this.commits = commits;
    this.watches = watches;
  }

  private static User user(Caller caller) {
    User user = caller.user();
    if (user == null) {
      throw new NotPermittedException(
          "Only users watch.", true, caller instanceof Caller.Anonymous);
    }
    return user;
  }

  @PostMapping("/watch")
  void watch(@Requires(Permission.REPO_READ) Repository repository, Caller caller) {
    watches.watch(repository.id(), user(caller).id());
  }

  @DeleteMapping("/watch")
  void unwatch(@Requires(Permission.REPO_READ) Repository repository, Caller caller) {
    watches.unwatch(repository.id(), user(caller).id());
  }

  @PostMapping("/commits/{commitId}/watch")
  void watchCommit(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId)
      throws IOException {
    watches.watch(repository.id(), commits.require(repository, commitId), user(caller).id());
  }

  @DeleteMapping("/commits/{commitId}/watch")
  void unwatchCommit(
      @Requires(Permission.REPO_READ) Repository repository,
      Caller caller,
      @PathVariable String commitId)
      throws IOException {
    watches.unwatch(repository.id(), commits.require(repository, commitId), user(caller).id());
  }
}
