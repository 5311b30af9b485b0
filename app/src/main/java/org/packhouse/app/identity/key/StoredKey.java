package org.packhouse.app.identity.key;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.platform.database.RowColumns;

/** A public key as authentication reads it, with the places that accept it as an access key. */
public record StoredKey(
    long id,
    Map<ResourceId, Permission> admittedBy,
    @Nullable Instant expiresAt,
    @Nullable Instant lastUsedAt) {

  public static StoredKey of(ResultSet row) throws SQLException {
    return new StoredKey(
        row.getLong("key_id"),
        admittedBy(row.getString("admitted_by")),
        RowColumns.instant(row, "expires_at"),
        RowColumns.instant(row, "last_used_at"));
  }

  public boolean isExpired(Instant now) {
    return expiresAt != null && !now.isBefore(expiresAt);
  }

  private static Map<ResourceId, Permission> admittedBy(@Nullable String list) {
    Map<ResourceId, Permission> grants = new HashMap<>();
    if (list != null) {
      for (String entry : list.split(",", -1)) {
        int colon = entry.indexOf(':');
        long id = Long.parseLong(entry, 1, colon, 10);
        grants.put(
            entry.charAt(0) == 'P' ? new ProjectId(id) : new RepositoryId(id),
            Permission.valueOf(entry.substring(colon + 1)));
      }
    }
    return grants;
  }
}
