package org.packhouse.app.hosting.repository;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/**
 * The repositories that are asked for; null: all.
 *
 * @param name a part of the repository's name, in any case
 * @param projectName a part of the project's name, in any case
 * @param projectKey the project's key, in any case
 * @param permission what the caller must hold on it
 */
public record RepositoryFilter(
    @Nullable String name,
    @Nullable String projectName,
    @Nullable String projectKey,
    Permission permission,
    @Nullable RepositoryState state,
    @Nullable Boolean isPublic,
    @Nullable Boolean archived) {

  /** Every repository that the caller may read. */
  public static final RepositoryFilter READABLE =
      new RepositoryFilter(null, null, null, Permission.REPO_READ, null, null, null);

  /** The readable repositories of a project. */
  public static RepositoryFilter of(String projectKey) {
    return new RepositoryFilter(null, null, projectKey, Permission.REPO_READ, null, null, null);
  }

  /**
   * The repository permission of that name, in any case; absent: {@code REPO_READ}.
   *
   * @throws InvalidFieldException if there is none
   */
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
