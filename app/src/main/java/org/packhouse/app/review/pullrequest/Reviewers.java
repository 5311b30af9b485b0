package org.packhouse.app.review.pullrequest;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.InvalidFieldException.Field;
import org.packhouse.app.platform.refusal.RefusedException;
import org.springframework.stereotype.Component;

/** Finds users who can review a pull request: active ones who may read the target repository. */
@Component
public class Reviewers {

  static final int MAX_REVIEWERS = 100;

  private static final int MAX_TESTED = 100;

  private final Users users;
  private final Permissions permissions;
  private final PermissionStamp stamp;

  Reviewers(Users users, Permissions permissions, PermissionStamp stamp) {
    this.users = users;
    this.permissions = permissions;
    this.stamp = stamp;
  }

  /**
   * Returns the users with these names.
   *
   * @throws RefusedException with an entry for each user who is unknown, is the author or may not
   *     read the repository
   */
  public List<User> find(Repository target, long authorId, List<String> names) {
    if (names.size() > MAX_REVIEWERS) {
      throw new InvalidFieldException(
          "reviewers",
          "A pull request has at most %d reviewers, not %d."
              .formatted(MAX_REVIEWERS, names.size()));
    }
    Map<Long, User> found = new LinkedHashMap<>();
    List<Field> errors = new ArrayList<>();
    long now = stamp.inUse();
    for (String name : names) {
      Optional<User> user = users.findByName(name).filter(User::active);
      if (user.isEmpty()) {
        errors.add(new Field(name, InvalidFieldException.quote(name) + " is not a user."));
      } else if (user.get().id() == authorId) {
        errors.add(new Field(name, "The author of a pull request does not review it."));
      } else if (!mayRead(user.get(), target, now)) {
        errors.add(
            new Field(
                name, "%s does not have permission to view %s.".formatted(name, target.path())));
      } else {
        found.put(user.get().id(), user.get());
      }
    }
    if (!errors.isEmpty()) {
      throw refused(errors);
    }
    return List.copyOf(found.values());
  }

  /** Returns who may read a repository, among the first 100 active users; {@code max} at most. */
  public List<User> readers(Collection<User> users, Repository repository, int max) {
    long now = stamp.inUse();
    return users.stream()
        .filter(User::active)
        .limit(MAX_TESTED)
        .filter(user -> mayRead(user, repository, now))
        .limit(max)
        .toList();
  }

  private boolean mayRead(User user, Repository repository, long now) {
    return permissions.test(
        new Caller.SignedIn(user, null, now),
        new RepositoryId(repository.id()),
        Permission.REPO_READ);
  }

  private static RefusedException refused(List<Field> errors) {
    return new ConflictException(
        Conflict.REVIEWERS, String.join(" ", errors.stream().map(Field::message).toList()), errors);
  }
}
