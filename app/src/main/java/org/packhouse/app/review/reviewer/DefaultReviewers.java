package org.packhouse.app.review.reviewer;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.ScopedSettings;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.Permissions;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.refusal.Conflict;
import org.packhouse.app.platform.refusal.ConflictException;
import org.packhouse.app.source.branch.model.BranchModelInUse;
import org.packhouse.app.source.branch.model.BranchModels;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps default reviewers; checks no permission. */
@Service
public class DefaultReviewers {

  static final int MAX_CONDITIONS = 100;

  private final ReviewConditionRows rows;
  private final BranchModels models;
  private final Users users;
  private final Permissions permissions;
  private final PermissionStamp stamp;
  private final ScopedSettings settings;

  DefaultReviewers(
      ReviewConditionRows rows,
      BranchModels models,
      Users users,
      Permissions permissions,
      PermissionStamp stamp,
      ScopedSettings settings) {
    this.rows = rows;
    this.models = models;
    this.users = users;
    this.permissions = permissions;
    this.stamp = stamp;
    this.settings = settings;
  }

  /**
   * Returns the repository's and its project's conditions for pull requests between two full refs.
   */
  public List<ReviewCondition> matching(Repository target, String fromRef, String toRef) {
    Supplier<BranchModelInUse> model = models.lazily(target);
    return rows.list(target.id(), target.project().id()).stream()
        .filter(it -> it.branches().match(fromRef, toRef, model))
        .toList();
  }

  /** Returns the default reviewers who may read the target, each once. */
  public List<User> of(Repository target, String fromRef, String toRef) {
    List<Long> ids =
        matching(target, fromRef, toRef).stream()
            .flatMap(it -> it.userIds().stream())
            .distinct()
            .toList();
    Map<Long, User> found = users.findAllById(ids);
    return ids.stream()
        .map(found::get)
        .filter(Objects::nonNull)
        .filter(user -> user.active() && mayRead(user, target))
        .toList();
  }

  private boolean mayRead(User user, Repository repository) {
    return permissions.test(
        new Caller.SignedIn(user, null, stamp.inUse()),
        new RepositoryId(repository.id()),
        Permission.REPO_READ);
  }

  /** Returns a project's conditions, or a repository's followed by its project's. */
  public List<ReviewCondition> list(Resource resource) {
    return rows.list(SettingScope.of(resource).repositoryId(), resource.project().id());
  }

  @Transactional
  public void add(
      Resource resource,
      RefMatcher source,
      RefMatcher target,
      int requiredApprovals,
      List<Long> userIds) {
    ReviewBranches branches = ReviewBranches.of(resource, source, target);
    add(resource, ReviewCondition.of(0, branches, requiredApprovals, userIds));
  }

  @Transactional
  public long add(Resource resource, ReviewCondition wanted) {
    long there = list(resource).stream().filter(it -> it.branches().isSetOn(resource)).count();
    if (there >= MAX_CONDITIONS) {
      throw new ConflictException(
          Conflict.INTEGRITY,
          "A project or repository has at most %d conditions of default reviewers."
              .formatted(MAX_CONDITIONS));
    }
    audit(resource);
    return rows.insert(wanted);
  }

  @Transactional
  public boolean change(Resource resource, ReviewCondition wanted) {
    Optional<ReviewCondition> before =
        list(resource).stream()
            .filter(it -> it.id() == wanted.id() && it.branches().isSetOn(resource))
            .findFirst();
    if (before.isEmpty()) {
      return false;
    }
    return before.get().equals(wanted) || audited(resource, rows.update(wanted));
  }

  /** Deletes a condition of just this scope; returns false if there is none. */
  @Transactional
  public boolean delete(Resource resource, long id) {
    return audited(resource, rows.delete(SettingScope.of(resource), id));
  }

  private boolean audited(Resource resource, boolean changed) {
    if (changed) {
      audit(resource);
    }
    return changed;
  }

  private void audit(Resource resource) {
    settings.audit("pull-request.default-reviewers-changed", resource, Map.of());
  }
}
