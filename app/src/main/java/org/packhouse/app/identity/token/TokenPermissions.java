package org.packhouse.app.identity.token;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.packhouse.app.identity.permission.Caller.TokenLimit;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permission.Scope;
import org.packhouse.app.identity.signin.PermissionInterceptor;

/** The permissions of a token: one of a project, one of a repository, or both, in that order. */
public record TokenPermissions(List<Permission> values) {

  private static final Set<Permission> ALLOWED =
      EnumSet.of(
          Permission.PROJECT_READ,
          Permission.PROJECT_WRITE,
          Permission.PROJECT_ADMIN,
          Permission.REPO_READ,
          Permission.REPO_WRITE,
          Permission.REPO_ADMIN);

  /**
   * Keeps the highest permission of each scope.
   *
   * @throws IllegalArgumentException if there is none, or one that a token cannot have
   */
  public static TokenPermissions of(Collection<Permission> permissions) {
    if (permissions.isEmpty() || !ALLOWED.containsAll(permissions)) {
      throw new IllegalArgumentException("A token has one or more of " + ALLOWED);
    }
    return new TokenPermissions(
        permissions.stream()
            .collect(
                Collectors.groupingBy(
                    Permission::scope, Collectors.maxBy(Comparator.<Permission>naturalOrder())))
            .values()
            .stream()
            .flatMap(Optional::stream)
            .sorted()
            .toList());
  }

  public static Set<Permission> allowed() {
    return Set.copyOf(ALLOWED);
  }

  /** Reads the column {@code permissions} of {@code access_token}; Spring's conversion calls it. */
  public static TokenPermissions valueOf(String stored) {
    return of(Arrays.stream(stored.split(",", -1)).map(Permission::valueOf).toList());
  }

  String stored() {
    return values.stream().map(Permission::name).collect(Collectors.joining(","));
  }

  /**
   * Returns the limit of a user's token: a project permission includes that on repositories, and
   * {@code PROJECT_ADMIN} the user's global ones, which {@link PermissionInterceptor} restricts for
   * changes.
   */
  TokenLimit limit() {
    Permission project = highest(Scope.PROJECT);
    return new TokenLimit(
        project == Permission.PROJECT_ADMIN ? Permission.SYS_ADMIN : Permission.LICENSED_USER,
        project,
        highest(Scope.REPOSITORY));
  }

  Permission highest(Scope scope) {
    Permission lowest = scope == Scope.PROJECT ? Permission.PROJECT_VIEW : Permission.REPO_READ;
    return values.stream()
        .map(permission -> as(scope, permission))
        .flatMap(Optional::stream)
        .max(Comparator.naturalOrder())
        .orElse(lowest);
  }

  private static Optional<Permission> as(Scope scope, Permission permission) {
    if (permission.scope() == scope) {
      return Optional.of(permission);
    }
    return scope == Scope.REPOSITORY
        ? Optional.of(
            switch (permission) {
              case PROJECT_WRITE -> Permission.REPO_WRITE;
              case PROJECT_ADMIN -> Permission.REPO_ADMIN;
              default -> Permission.REPO_READ;
            })
        : Optional.empty();
  }
}
