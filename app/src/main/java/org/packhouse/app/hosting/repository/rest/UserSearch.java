package org.packhouse.app.hosting.repository.rest;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.ResourceAccess;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.GrantLists;
import org.packhouse.app.identity.permission.GrantLists.Holders;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.Principals;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserLists;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.stereotype.Component;

/**
 * Finds active users by a part of their name, by group, and by permission: {@code permission} or
 * {@code permission.1} to {@code .50}, with {@code .projectKey}, {@code .repositorySlug} or ids.
 * Access keys and tokens of projects and repositories find readers of these only, and not by e-mail
 * address.
 */
@Component
class UserSearch {

  private static final int MAX_PERMISSIONS = 50;

  private final UserLists users;
  private final Principals principals;
  private final GrantLists grants;
  private final ResourceAccess access;

  UserSearch(UserLists users, Principals principals, GrantLists grants, ResourceAccess access) {
    this.users = users;
    this.principals = principals;
    this.grants = grants;
    this.access = access;
  }

  /** Returns one page of users, and one user more if there is another page. */
  List<User> find(Caller caller, Map<String, String> parameters, PageRequest page) {
    String filter = RequestFields.filter(parameters.get("filter"));
    Set<Long> among = null;
    String group = parameters.get("group");
    if (group != null) {
      among = new HashSet<>(users.idsOf(Set.of(principals.group(group).id())));
    }
    for (String prefix : prefixes(parameters)) {
      Holders holders = holders(caller, prefix, name -> parameters.get(prefix + name));
      if (!holders.everybody()) {
        among = both(among, holders.userIds());
      }
    }
    if (caller instanceof Caller.ResourceBound bound) {
      return ofReaders(bound, among, filter, page);
    }
    return among == null
        ? users.active(filter, page.start(), page.oneMore())
        : users.activeOf(among, filter, page.start(), page.oneMore());
  }

  private List<User> ofReaders(
      Caller.ResourceBound caller, @Nullable Set<Long> asked, String filter, PageRequest page) {
    Set<Long> readers = new HashSet<>();
    boolean everybody = false;
    for (ResourceId resource : caller.grants().keySet()) {
      Holders holders = grants.holders(resource, reading(resource));
      everybody |= holders.everybody();
      readers.addAll(holders.userIds());
    }
    Set<Long> among = everybody ? asked : both(asked, readers);
    return among == null
        ? users.activeExcept(Set.of(), filter, page.start(), page.oneMore())
        : users.activeNamed(among, filter, page.start(), page.oneMore());
  }

  private static Permission reading(ResourceId resource) {
    return switch (resource) {
      case ProjectId _ -> Permission.PROJECT_READ;
      case RepositoryId _ -> Permission.REPO_READ;
    };
  }

  private static Set<String> prefixes(Map<String, String> parameters) {
    Set<String> prefixes = new LinkedHashSet<>();
    if (parameters.containsKey("permission")) {
      prefixes.add("permission");
    }
    for (int number = 1; number <= MAX_PERMISSIONS; number++) {
      if (parameters.containsKey("permission." + number)) {
        prefixes.add("permission." + number);
      }
    }
    return prefixes;
  }

  private Holders holders(Caller caller, String prefix, UnaryOperator<@Nullable String> parameter) {
    String name = String.valueOf(parameter.apply(""));
    if (name.equals(Permission.LICENSED_USER.name())) {
      return grants.holders(null, Permission.LICENSED_USER);
    }
    Permission permission = RequestFields.permission(name, List.of(Permission.values()));
    return grants.holders(resource(caller, prefix, permission, parameter), permission);
  }

  private @Nullable ResourceId resource(
      Caller caller,
      String prefix,
      Permission permission,
      UnaryOperator<@Nullable String> parameter) {
    String projectId = parameter.apply(".projectId");
    String projectKey = parameter.apply(".projectKey");
    String repositoryId = parameter.apply(".repositoryId");
    String slug = parameter.apply(".repositorySlug");
    return switch (permission.scope()) {
      case GLOBAL -> null;
      case PROJECT ->
          projectId == null
              ? new ProjectId(
                  access
                      .project(
                          caller,
                          RequestFields.required(prefix + ".projectKey", projectKey),
                          Permission.PROJECT_VIEW)
                      .id())
              : access.require(
                  caller,
                  new ProjectId(number(prefix + ".projectId", projectId)),
                  Permission.PROJECT_VIEW);
      case REPOSITORY ->
          repositoryId == null
              ? new RepositoryId(
                  access
                      .repository(
                          caller,
                          RequestFields.required(prefix + ".projectKey", projectKey),
                          RequestFields.required(prefix + ".repositorySlug", slug),
                          Permission.REPO_READ)
                      .id())
              : access.require(
                  caller,
                  new RepositoryId(number(prefix + ".repositoryId", repositoryId)),
                  Permission.REPO_READ);
    };
  }

  private static long number(String field, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw (InvalidFieldException)
          new InvalidFieldException(
                  field,
                  "The parameter %s must be a number, not %s."
                      .formatted(field, InvalidFieldException.quote(text)))
              .initCause(e);
    }
  }

  private static Set<Long> both(@Nullable Set<Long> one, Set<Long> other) {
    if (one == null) {
      return other;
    }
    Set<Long> both = new HashSet<>(one);
    both.retainAll(other);
    return both;
  }
}
