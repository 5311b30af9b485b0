package org.packhouse.app.source.sync;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.springframework.stereotype.Component;

/** Finds the origin that a fork is synchronized with. */
@Component
class Upstreams {

  private final Repositories repositories;
  private final Users users;
  private final Permissions permissions;
  private final PermissionGrants grants;
  private final PermissionStamp stamp;

  Upstreams(
      Repositories repositories,
      Users users,
      Permissions permissions,
      PermissionGrants grants,
      PermissionStamp stamp) {
    this.grants = grants;
    this.repositories = repositories;
    this.users = users;
    this.permissions = permissions;
    this.stamp = stamp;
  }

  /** Returns the origin unless deleted; a personal fork's owner must be able to read it. */
  Optional<Repository> of(Repository fork) {
    Long originId = fork.originId();
    return originId == null
        ? Optional.empty()
        : repositories
            .findById(originId)
            .filter(origin -> origin.state() == RepositoryState.AVAILABLE)
            .filter(origin -> mayRead(fork.project().ownerId(), origin));
  }

  Optional<Repository> of(Repository fork, Caller caller) {
    return of(fork)
        .filter(origin ->
            permissions.test(caller, new RepositoryId(origin.id()), Permission.REPO_READ));
  }

  private boolean mayRead(@Nullable Long ownerId, Repository origin) {
    return ownerId == null || isReader(ownerId, origin);
  }

  boolean isReader(@Nullable Long userId, Repository origin) {
    Caller caller = new Caller.Anonymous(stamp.current());
    if (userId != null) {
      Optional<User> user = users.findById(userId).filter(User::active);
      if (user.isEmpty()) {
        return false;
      }
      caller = new Caller.SignedIn(user.get(), null, stamp.current());
    }
    return permissions.test(caller, new RepositoryId(origin.id()), Permission.REPO_READ);
  }

  /** Returns whether everybody, or every user, may read the fork but not its origin. */
  boolean isMoreOpen(Repository fork, Repository origin) {
    if (isReader(null, origin)) {
      return false;
    }
    return isReader(null, fork) || (isOpenToUsers(fork) && !isOpenToUsers(origin));
  }

  private boolean isOpenToUsers(Repository repository) {
    return grants.defaultOf(new ProjectId(repository.project().id())) != null;
  }
}
