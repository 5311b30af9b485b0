package org.packhouse.app.source.comment;

import java.io.IOException;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryAccess;
import org.packhouse.app.identity.auth.CurrentCaller;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.NotPermittedException;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.rest.RestPaths;
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

  private final RepositoryAccess access;
  private final CommentedCommits commits;
  private final Watches watches;
  private final CurrentCaller caller;

  WatchController(
      RepositoryAccess access, CommentedCommits commits, Watches watches, CurrentCaller caller) {
    this.access = access;
    this.commits = commits;
    this.watches = watches;
    this.caller = caller;
  }

  private Repository repository(String projectKey, String slug) {
    return access.require(caller.get(), projectKey, slug, Permission.REPO_READ);
  }

  private User user() {
    Caller who = caller.get();
    User user = who.user();
    if (user == null) {
      throw new NotPermittedException("Only users watch.", true, who instanceof Caller.Anonymous);
    }
    return user;
  }

  @PostMapping("/watch")
  void watch(@PathVariable String projectKey, @PathVariable String repositorySlug) {
    watches.watch(repository(projectKey, repositorySlug).id(), user().id());
  }

  @DeleteMapping("/watch")
  void unwatch(@PathVariable String projectKey, @PathVariable String repositorySlug) {
    watches.unwatch(repository(projectKey, repositorySlug).id(), user().id());
  }

  @PostMapping("/commits/{commitId}/watch")
  void watchCommit(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @PathVariable String commitId)
      throws IOException {
    Repository repository = repository(projectKey, repositorySlug);
    watches.watch(repository.id(), commits.require(repository, commitId), user().id());
  }

  @DeleteMapping("/commits/{commitId}/watch")
  void unwatchCommit(
      @PathVariable String projectKey,
      @PathVariable String repositorySlug,
      @PathVariable String commitId)
      throws IOException {
    Repository repository = repository(projectKey, repositorySlug);
    watches.unwatch(repository.id(), commits.require(repository, commitId), user().id());
  }
}
