package org.packhouse.app.hosting.repository;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/**
 * Conditions on repositories, and the permission required; null: any. Names are parts in any case.
 */
public record RepositoryFilter(
    @Nullable String name,
    @Nullable String projectName,
    @Nullable String projectKey,
    Permission permission,
    @Nullable RepositoryState state,
    @Nullable Boolean isPublic,
    @Nullable Boolean archived) {

  public static final RepositoryFilter READABLE =
      new RepositoryFilter(null, null, null, Permission.REPO_READ, null, null, null);

  public static RepositoryFilter of(String projectKey) {
    return new RepositoryFilter(null, null, projectKey, Permission.REPO_READ, null, null, null);
  }

  /** Parses a repository permission, in any case; absent: {@code REPO_READ}. */
  public static Permission permission(@Nullable String name) {
    if (name == null || name.isEmpty()) {
      return Permission.REPO_READ;
    }
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "REPO_READ" -> Permission.REPO_READ;
      case "REPO_WRITE" -> Permission.REPO_WRITE;
      case "REPO_ADMIN" -> Permission.REPO_ADMIN;
      default -> throw invalid("permission", name, "REPO_READ, REPO_WRITE or REPO_ADMIN");
    };
  }

  public static @Nullable RepositoryState state(@Nullable String name) {
    if (name == null || name.isEmpty()) {
      return null;
    }
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "AVAILABLE" -> RepositoryState.AVAILABLE;
      case "INITIALISING" -> RepositoryState.INITIALISING;
      case "INITIALISATION_FAILED" -> RepositoryState.INITIALISATION_FAILED;
      default -> throw invalid("state", name, "AVAILABLE, INITIALISING or INITIALISATION_FAILED");
    };
  }

  public static @Nullable Boolean visibility(@Nullable String name) {
    if (name == null || name.isEmpty()) {
      return null;
    }
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "public" -> Boolean.TRUE;
      case "private" -> Boolean.FALSE;
      default -> throw invalid("visibility", name, "public or private");
    };
  }

  public static @Nullable Boolean archived(@Nullable String name) {
    if (name == null || name.isEmpty()) {
      return Boolean.FALSE;
    }
    return switch (name.toUpperCase(Locale.ROOT)) {
      case "ACTIVE" -> Boolean.FALSE;
      case "ARCHIVED" -> Boolean.TRUE;
      case "ALL" -> null;
      default -> throw invalid("archived", name, "ACTIVE, ARCHIVED or ALL");
    };
  }

  private static InvalidFieldException invalid(String field, String value, String rule) {
    return new InvalidFieldException(
        field,
        "The parameter %s must be %s, not %s."
            .formatted(field, rule, InvalidFieldException.quote(value)));
  }
}
