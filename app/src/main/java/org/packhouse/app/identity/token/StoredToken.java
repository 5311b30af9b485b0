package org.packhouse.app.identity.token;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller.TokenLimit;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Permission.Scope;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.platform.database.RowColumns;

/** An access token as authentication reads it: of a project, a repository, or else a user. */
public record StoredToken(
    String id,
    @Nullable Long projectId,
    @Nullable Long repositoryId,
    TokenPermissions permissions,
    @Nullable Instant expiresAt,
    @Nullable Instant lastUsedAt) {

  public static StoredToken of(ResultSet row) throws SQLException {
    return new StoredToken(
        row.getString("token_id"),
        row.getObject("token_project", Long.class),
        row.getObject("token_repository", Long.class),
        TokenPermissions.valueOf(row.getString("token_permissions")),
        RowColumns.instant(row, "expires_at"),
        RowColumns.instant(row, "last_used_at"));
  }

  public boolean isExpired(Instant now) {
    return expiresAt != null && !now.isBefore(expiresAt);
  }

  public TokenLimit limit() {
    return permissions.limit();
  }

  /** Returns the grants of a project's or repository's token. */
  public Map<ResourceId, Permission> grants() {
    if (projectId != null) {
      boolean all = permissions.highest(Scope.PROJECT) == Permission.PROJECT_ADMIN;
      return Map.of(
          new ProjectId(projectId),
          all ? Permission.PROJECT_ADMIN : permissions.highest(Scope.REPOSITORY));
    }
    if (repositoryId != null) {
      return Map.of(new RepositoryId(repositoryId), permissions.highest(Scope.REPOSITORY));
    }
    return Map.of();
  }
}
