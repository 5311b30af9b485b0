package org.packhouse.app.web.project;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.permission.GrantLists;
import org.packhouse.app.permission.Grantee;
import org.packhouse.app.permission.Permission;
import org.packhouse.app.permission.PermissionGrants;
import org.packhouse.app.permission.ResourceId;
import org.packhouse.app.rest.InvalidFieldException;
import org.packhouse.app.user.Group;
import org.packhouse.app.user.Groups;
import org.packhouse.app.user.User;
import org.packhouse.app.user.Users;
import org.springframework.stereotype.Component;

/**
 * Reads and changes who was granted what on a project or repository, or on the server, for which
 * the resource is null; asks no permission.
 */
@Component
class PermissionTable {

  private static final int MOST = 1000;

  private final GrantLists lists;
  private final PermissionGrants grants;
  private final Users users;
  private final Groups groups;

  PermissionTable(GrantLists lists, PermissionGrants grants, Users users, Groups groups) {
    this.lists = lists;
    this.grants = grants;
    this.users = users;
    this.groups = groups;
  }

  /** A line of the table; {@code kind} is {@code user} or {@code group}. */
  record Row(String kind, String name, String shown, Permission permission) {
    /** The permission as people read it. */
    public String word() {
      return PermissionTable.word(permission);
    }
  }

  /** What the form for a new grant holds. */
  record Form(@Nullable String kind, @Nullable String name, @Nullable Permission permission) {}

  static String word(Permission permission) {
    return switch (permission) {
      case PROJECT_READ, REPO_READ -> "Read";
      case PROJECT_WRITE, REPO_WRITE -> "Write";
      case REPO_CREATE -> "Create repositories";
      case PROJECT_ADMIN, REPO_ADMIN -> "Administer";
      default -> permission.name().toLowerCase(Locale.ROOT);
    };
  }

  /** What a permission on a project is worth on its repositories, as people read it. */
  static String onRepositories(Permission project) {
    return project == Permission.REPO_CREATE ? word(Permission.REPO_WRITE) : word(project);
  }

  List<Row> rows(@Nullable ResourceId resource) {
    List<Row> rows = new ArrayList<>();
    Map<Long, Permission> toGroups = lists.groups(resource, "", 0, MOST).byId();
    Map<Long, Group> named = groups.findAllById(toGroups.keySet());
    toGroups.forEach((id, permission) -> {
      Group group = named.get(id);
      if (group != null) {
        rows.add(new Row("group", group.name(), group.name(), permission));
      }
    });
    Map<Long, Permission> toUsers = lists.users(resource, "", 0, MOST).byId();
    Map<Long, User> known = users.findAllById(toUsers.keySet());
    toUsers.forEach((id, permission) -> {
      User user = known.get(id);
      if (user != null) {
        rows.add(new Row("user", user.name(), user.displayName(), permission));
      }
    });
    return rows;
  }

  void grant(ResourceId resource, Form form, List<Permission> choices) {
    Permission permission = form.permission();
    if (permission == null || !choices.contains(permission)) {
      throw new InvalidFieldException("permission", "Choose a permission.");
    }
    grants.grant(grantee(form), resource, permission);
  }

  void revoke(ResourceId resource, Form form) {
    grants.revoke(grantee(form), resource);
  }

  private Grantee grantee(Form form) {
    String name = form.name() == null ? "" : form.name().strip();
    if ("group".equals(form.kind())) {
      return groups
          .findByName(name)
          .map(group -> new Grantee.ToGroup(group.id(), group.name()))
          .orElseThrow(() -> unknown("group", name));
    }
    return users
        .findByName(name)
        .map(user -> new Grantee.ToUser(user.id(), user.name()))
        .orElseThrow(() -> unknown("user", name));
  }

  private static InvalidFieldException unknown(String kind, String name) {
    return new InvalidFieldException(
        "name", "There is no %s named %s.".formatted(kind, InvalidFieldException.quote(name)));
  }
}
