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
 * The repositories that pull requests come from, and what may be done with them now: who may write
 * to the target of a pull request has no right to its source by that.
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

  /** A repository that takes pushes; empty if it is gone, in the making, or archived. */
  public Optional<Repository> available(long repositoryId) {
    return repositories
        .findById(repositoryId)
        .filter(it -> it.state() == RepositoryState.AVAILABLE && !it.archived());
  }

  /**
   * Whether a pull request follows its source: that is there and, if it is another repository, the
   * author may read it still. What is pushed to it after that was taken from them stays there.
   */
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

  /** Whether somebody may read what a pull request comes from. */
  public boolean mayRead(Repository source, Caller caller) {
    return permissions.test(caller, new RepositoryId(source.id()), Permission.REPO_READ);
  }

  /** The repository that a pull request comes from, if it is there and takes pushes. */
  public Optional<Repository> available(PullRequest pullRequest) {
    Long source = pullRequest.from().repositoryId();
    return source == null ? Optional.empty() : available(source);
  }

  /** Whether somebody may write to the repository that a pull request comes from. */
  public boolean mayWrite(PullRequest pullRequest, Caller caller) {
    Long source = pullRequest.from().repositoryId();
    return source != null
        && permissions.test(caller, new RepositoryId(source), Permission.REPO_WRITE);
  }

  /**
   * Refuses to delete the branch that a pull request comes from for somebody who may not write to
   * its repository.
   *
   * @throws org.packhouse.app.platform.refusal.NotPermittedException if so
   */
  public void requireWriter(PullRequest pullRequest, Caller caller) {
    if (pullRequest.from().repositoryId() != null && !mayWrite(pullRequest, caller)) {
      throw PullRequestRules.refused(
          "Only who may write to the repository of the source branch deletes it: merge without deleteSourceRef.");
    }
  }
}
