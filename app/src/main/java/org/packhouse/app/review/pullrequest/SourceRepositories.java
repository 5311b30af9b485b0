package org.packhouse.app.review.pullrequest;

import java.util.Optional;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.springframework.stereotype.Component;

/**
 * Finds the source repositories of pull requests, and checks permissions to them, which a
 * permission to the target does not imply.
 */
@Component
public class SourceRepositories {

  private final Repositories repositories;
  private final Users users;
  private final Permissions permissions;
  private final PermissionStamp stamp;

  SourceRepositories(
      Repositories repositories, Users users, Permissions permissions, PermissionStamp stamp) {
    this.repositories = repositories;
    this.users = users;
    this.permissions = permissions;
    this.stamp = stamp;
  }

  /** Finds a repository that accepts pushes: neither unfinished nor archived. */
  public Optional<Repository> available(long repositoryId) {
    return repositories
        .findById(repositoryId)
        .filter(it -> it.state() == RepositoryState.AVAILABLE && !it.archived());
  }

  /** Returns whether the source exists and, if it is not the target, the author may read it. */
  public boolean isFollowed(PullRequest pullRequest) {
    Long source = pullRequest.from().repositoryId();
    if (source == null || !repositories.exists(source)) {
      return false;
    }
    if (source == pullRequest.repositoryId()) {
      return true;
    }
    Optional<User> author = users.findById(pullRequest.authorId()).filter(User::active);
    return author.isPresent()
        && permissions.test(
            new Caller.SignedIn(author.get(), null, stamp.current()),
            new RepositoryId(source),
            Permission.REPO_READ);
  }

  /** Finds the source repository of a pull request, if it exists and the caller may read it. */
  public Optional<Repository> readable(PullRequest pullRequest, Caller caller) {
    Long source = pullRequest.from().repositoryId();
    return source == null
        ? Optional.empty()
        : repositories.findById(source).filter(it -> mayRead(it, caller));
  }

  public boolean mayRead(Repository source, Caller caller) {
    return permissions.test(caller, new RepositoryId(source.id()), Permission.REPO_READ);
  }

  /** Finds the source repository of a pull request, if it accepts pushes. */
  public Optional<Repository> available(PullRequest pullRequest) {
    Long source = pullRequest.from().repositoryId();
    return source == null ? Optional.empty() : available(source);
  }

  public boolean mayWrite(PullRequest pullRequest, Caller caller) {
    Long source = pullRequest.from().repositoryId();
    return source != null
        && permissions.test(caller, new RepositoryId(source), Permission.REPO_WRITE);
  }

  /** Refuses to delete the source branch to a caller who may not write to its repository. */
  public void requireWriter(PullRequest pullRequest, Caller caller) {
    if (pullRequest.from().repositoryId() != null && !mayWrite(pullRequest, caller)) {
      throw PullRequestRules.refused(
          "Only who may write to the repository of the source branch deletes it: merge without deleteSourceRef.");
    }
  }
}
