package org.packhouse.app.web;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.GrantLists;
import org.packhouse.app.identity.permission.Grantee;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionGrants;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.user.Group;
import org.packhouse.app.identity.user.Groups;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.stereotype.Component;

/**
 * Reads and changes the permissions granted on a project or repository, or on the server if the
 * resource is null. Does not check the caller's permission.
 */
@Component
public class PermissionTable {

  private static final int MAX_COUNT = 1000;

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

  /** A grant; {@code kind} is {@code user} or {@code group}. */
  public record Row(String kind, String name, String shown, Permission permission) {}

  public record Form(
      @Nullable String kind, @Nullable String name, @Nullable Permission permission) {

    public Permission chosen(List<Permission> choices) {
      if (permission == null || !choices.contains(permission)) {
        throw new InvalidFieldException("permission", "Choose a permission.");
      }
      return permission;
    }
  }

  public record Choice(Permission permission, String word) {}

  public static List<Choice> choices(List<Permission> permissions) {
    return permissions.stream().map(it -> new Choice(it, word(it))).toList();
  }

  public static String word(Permission permission) {
    return switch (permission) {
      case PROJECT_READ, REPO_READ -> "Read";
      case PROJECT_WRITE, REPO_WRITE -> "Write";
      case REPO_CREATE -> "Create repositories";
      case PROJECT_ADMIN, REPO_ADMIN, ADMIN -> "Administer";
      case LICENSED_USER -> "Sign in";
      case PROJECT_CREATE -> "Create projects";
      case SYS_ADMIN -> "Administer the system";
      default -> throw new IllegalArgumentException(permission + " is not granted on pages");
    };
  }

  /** Returns the word for what a permission on a project allows on its repositories. */
  public static String onRepositories(Permission project) {
    return project == Permission.REPO_CREATE ? word(Permission.REPO_WRITE) : word(project);
  }

  public List<Row> rows(@Nullable ResourceId resource) {
    List<Row> rows = new ArrayList<>();
    lists
        .groups(resource, "", 0, MAX_COUNT)
        .forEach(it ->
            rows.add(new Row("group", it.grantee().name(), it.grantee().name(), it.permission())));
    lists
        .users(resource, "", 0, MAX_COUNT)
        .forEach(it ->
            rows.add(
                new Row("user", it.grantee().name(), it.grantee().displayName(), it.permission())));
    return rows;
  }

  public void grant(ResourceId resource, Form form, List<Permission> choices) {
    grants.grant(grantee(form), resource, form.chosen(choices));
  }

  public void revoke(ResourceId resource, Form form) {
    grants.revoke(grantee(form), resource);
  }

  private Grantee grantee(Form form) {
    if (isGroup(form)) {
      Group group = group(form);
      return new Grantee.ToGroup(group.id(), group.name());
    }
    User user = user(form);
    return new Grantee.ToUser(user.id(), user.name());
  }

  public static boolean isGroup(Form form) {
    return "group".equals(form.kind());
  }

  public Group group(Form form) {
    return groups.findByName(name(form)).orElseThrow(() -> unknown("group", name(form)));
  }

  public User user(Form form) {
    return users.findByName(name(form)).orElseThrow(() -> unknown("user", name(form)));
  }

  private static String name(Form form) {
    return form.name() == null ? "" : form.name().strip();
  }

  private static InvalidFieldException unknown(String kind, String name) {
    return new InvalidFieldException(
        "name", "There is no %s named %s.".formatted(kind, InvalidFieldException.quote(name)));
  }
}
