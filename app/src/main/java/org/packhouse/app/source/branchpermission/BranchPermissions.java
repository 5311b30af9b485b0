package org.packhouse.app.source.branchpermission;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.hosting.repository.setting.ScopedSettings;
import org.packhouse.app.hosting.repository.setting.SettingScope;
import org.packhouse.app.identity.user.AlreadyExistsException;
import org.packhouse.app.identity.user.UserDeleted;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.branch.model.RefMatcher;
import org.packhouse.app.source.branchpermission.BranchPermission.Exempt;
import org.packhouse.hooks.RefRestriction;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps branch permissions; checks no permission. Each change raises the permission stamp. */
@Service
public class BranchPermissions {

  private final BranchPermissionRows rows;
  private final ScopedSettings settings;

  BranchPermissions(BranchPermissionRows rows, ScopedSettings settings) {
    this.rows = rows;
    this.settings = settings;
  }

  /** A branch permission to be stored; {@code id} names an existing one to change. */
  public record Draft(@Nullable Long id, RefMatcher matcher, RefRestriction type, Exempt exempt) {}

  /**
   * Returns those that hold for a project, or for a repository with its project's; oldest first.
   */
  public List<BranchPermission> list(Resource resource) {
    return list(resource, BranchPermissionFilter.NONE, 0, 2 * RestrictionsInForce.MAX_PERMISSIONS);
  }

  public List<BranchPermission> list(
      Resource resource, BranchPermissionFilter filter, int start, int limit) {
    Repository repository = resource.repository();
    return rows.list(
        repository == null ? null : repository.id(), resource.project().id(), filter, start, limit);
  }

  /** Returns a permission that holds for a project or repository. */
  public Optional<BranchPermission> find(Resource resource, long id) {
    return rows.find(id)
        .filter(found ->
            found.scope().isOf(resource)
                || found.scope().isOf(new Resource(resource.project(), null)));
  }

  /**
   * Stores branch permissions, all or none, and returns them in the order given; one for the same
   * refs and type is replaced.
   *
   * @throws InvalidFieldException if there would be too many
   * @throws AlreadyExistsException if a changed one would equal another
   */
  @Transactional
  public List<BranchPermission> set(Resource resource, List<Draft> wanted) {
    settings.raiseStamp();
    List<BranchPermission> stored = wanted.stream().map(each -> set(resource, each)).toList();
    int count = rows.count(SettingScope.of(resource));
    if (count > RestrictionsInForce.MAX_PERMISSIONS) {
      throw new InvalidFieldException(
          "matcher",
          "A project or repository has at most %d branch permissions; this would make %d."
              .formatted(RestrictionsInForce.MAX_PERMISSIONS, count));
    }
    return stored;
  }

  private BranchPermission set(Resource resource, Draft wanted) {
    Optional<BranchPermission> before =
        wanted.id() == null
            ? Optional.empty()
            : rows.find(wanted.id()).filter(it -> it.scope().isOf(resource));
    long id;
    if (before.isPresent()) {
      id = before.get().id();
      change(id, wanted);
    } else {
      id = rows.put(SettingScope.of(resource), wanted.matcher(), wanted.type());
    }
    rows.exempt(id, wanted.exempt());
    BranchPermission stored =
        new BranchPermission(
            id, SettingScope.of(resource), wanted.matcher(), wanted.type(), wanted.exempt());
    tell("branch-permission.set", resource, stored);
    return stored;
  }

  private void change(long id, Draft wanted) {
    try {
      rows.change(id, wanted.matcher(), wanted.type());
    } catch (DuplicateKeyException e) {
      AlreadyExistsException same =
          new AlreadyExistsException(
              "matcher",
              "There is another branch permission %s on %s here."
                  .formatted(wanted.type().id(), wanted.matcher().displayId()));
      same.initCause(e);
      throw same;
    }
  }

  /** Removes a permission of just this scope; returns false if there is none. */
  @Transactional
  public boolean remove(Resource resource, long id) {
    Optional<BranchPermission> present = rows.find(id).filter(it -> it.scope().isOf(resource));
    present.ifPresent(permission -> {
      settings.raiseStamp();
      rows.delete(id);
      tell("branch-permission.removed", resource, permission);
    });
    return present.isPresent();
  }

  private void tell(String action, Resource resource, BranchPermission permission) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("id", Long.toString(permission.id()));
    details.put("type", permission.type().id());
    details.put("matcher", permission.matcher().type() + " " + permission.matcher().id());
    details.put("exempt users", permission.exempt().users().toString());
    details.put("exempt groups", permission.exempt().groups().toString());
    details.put("exempt keys", permission.exempt().keys().toString());
    settings.audit(action, resource, details);
  }

  /** The deletion of a user raises the permission stamp itself. */
  @EventListener
  void on(UserDeleted event) {
    rows.deleteUser(event.user().id());
  }
}
