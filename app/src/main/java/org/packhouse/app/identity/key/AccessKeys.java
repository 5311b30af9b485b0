package org.packhouse.app.identity.key;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.AlreadyExistsException;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Access keys of projects and repositories; asks no permission. A key may be in several places, and
 * is removed with the last one.
 */
@Service
public class AccessKeys {

  private static final Set<Permission> OF_PROJECTS =
      Set.of(Permission.PROJECT_READ, Permission.PROJECT_WRITE);
  private static final Set<Permission> OF_REPOSITORIES =
      Set.of(Permission.REPO_READ, Permission.REPO_WRITE);
  private static final String SELECT =
      "select "
          + KeyRows.COLUMNS
          + ", a.project_id, a.repository_id, a.permission"
          + " from ssh_key k join access_key a on a.ssh_key_id = k.id ";

  private static final Duration TOLERANCE = Duration.ofMinutes(1);

  private final KeyRows rows;
  private final JdbcClient jdbc;
  private final ApplicationEventPublisher events;
  private final Clock clock;

  AccessKeys(KeyRows rows, JdbcClient jdbc, ApplicationEventPublisher events, Clock clock) {
    this.clock = clock;
    this.rows = rows;
    this.jdbc = jdbc;
    this.events = events;
  }

  /** An SSH key that a project or repository accepts, whoever holds it. */
  public record AccessKey(SshKey key, ResourceId resource, Permission permission) {}

  /**
   * Adds a key, or changes its permission: programs add their key on each run.
   *
   * @param text a line as in a {@code .pub} file
   * @param label null: the comment of the line
   * @param life null: no expiry
   * @throws AlreadyExistsException if it is a user's key
   */
  @Transactional
  public AccessKey add(
      ResourceId resource,
      Permission permission,
      String text,
      @Nullable String label,
      @Nullable Duration life) {
    check(resource, permission);
    PublicKeyText parsed = PublicKeyText.parse(text);
    SshKey key =
        rows.findByFingerprint(parsed.fingerprint())
            .orElseGet(() -> rows.insert(null, parsed, label, life));
    if (key.userId() != null) {
      throw KeyRows.inUse(key.fingerprint());
    }
    refuseLongerLife(key, life);
    jdbc.sql(
            "insert into access_key (ssh_key_id, %s, permission) values (?, ?, ?)"
                    .formatted(column(resource))
                + " on conflict (ssh_key_id, %1$s) where %1$s is not null"
                    .formatted(column(resource))
                + " do update set permission = excluded.permission")
        .params(key.id(), resource.id(), permission.name())
        .update();
    tell("access-key.added", resource, key);
    return new AccessKey(key, resource, permission);
  }

  /** Requires that a key expires everywhere at once. */
  private void refuseLongerLife(SshKey key, @Nullable Duration life) {
    Instant expires = key.times().expiresAt();
    if (life != null
        && (expires == null || expires.isAfter(clock.instant().plus(life).plus(TOLERANCE)))) {
      throw new InvalidFieldException(
          "expiryDays",
          "This key is admitted elsewhere and %s. Remove it there first, or use another key here."
              .formatted(expires == null ? "never expires there" : "expires later there"));
    }
  }

  /** Lists the keys of a resource, oldest first; a permission of null is any. */
  @Transactional(readOnly = true)
  public List<AccessKey> list(
      ResourceId resource, @Nullable Permission permission, String filter, int start, int limit) {
    return jdbc.sql(
            SELECT
                + "where a.%s = :resource and (:permission::text is null or a.permission = :permission)"
                    .formatted(column(resource))
                + " and position(lower(:filter) in lower(coalesce(k.label, ''))) > 0"
                + " order by k.id offset :start limit :limit")
        .param("resource", resource.id())
        .param("permission", permission == null ? null : permission.name())
        .param("filter", filter)
        .param("start", start)
        .param("limit", limit)
        .query(AccessKeys::accessKey)
        .list();
  }

  /** Returns the key, if the resource accepts it. */
  @Transactional(readOnly = true)
  public Optional<AccessKey> find(ResourceId resource, long keyId) {
    return jdbc.sql(SELECT + "where k.id = ? and a.%s = ?".formatted(column(resource)))
        .params(keyId, resource.id())
        .query(AccessKeys::accessKey)
        .optional();
  }

  /** Returns all places that accept the key. */
  @Transactional(readOnly = true)
  public List<AccessKey> placesOf(long keyId) {
    return jdbc.sql(SELECT + "where k.id = ? order by a.project_id, a.repository_id")
        .param(keyId)
        .query(AccessKeys::accessKey)
        .list();
  }

  /** Changes the permission of a key; empty if the resource does not have it. */
  @Transactional
  public Optional<AccessKey> change(ResourceId resource, long keyId, Permission permission) {
    check(resource, permission);
    int changed =
        jdbc.sql(
                "update access_key set permission = ? where ssh_key_id = ? and %s = ?"
                    .formatted(column(resource)))
            .params(permission.name(), keyId, resource.id())
            .update();
    Optional<AccessKey> key = changed == 0 ? Optional.empty() : find(resource, keyId);
    key.ifPresent(it -> tell("access-key.changed", resource, it.key()));
    return key;
  }

  /** Removes a key from a resource, if it is there. */
  @Transactional
  public void remove(ResourceId resource, long keyId) {
    Optional<AccessKey> admitted = find(resource, keyId);
    if (admitted.isPresent()) {
      jdbc.sql("delete from access_key where ssh_key_id = ? and %s = ?".formatted(column(resource)))
          .params(keyId, resource.id())
          .update();
      jdbc.sql(
              "delete from ssh_key k where k.id = ? and k.user_id is null"
                  + " and not exists (select 1 from access_key a where a.ssh_key_id = k.id)")
          .param(keyId)
          .update();
      tell("access-key.removed", resource, admitted.get().key());
    }
  }

  private void tell(String action, ResourceId resource, SshKey key) {
    events.publishEvent(
        new AuditableChange(
            action, kind(resource) + " " + resource.id(), Map.of("key", key.fingerprint())));
  }

  private static void check(ResourceId resource, Permission permission) {
    Set<Permission> allowed =
        switch (resource) {
          case ProjectId _ -> OF_PROJECTS;
          case RepositoryId _ -> OF_REPOSITORIES;
        };
    if (!allowed.contains(permission)) {
      throw new InvalidFieldException(
          "permission",
          "An access key of a %s has one of %s, not %s."
              .formatted(kind(resource), allowed.stream().sorted().toList(), permission));
    }
  }

  private static String kind(ResourceId resource) {
    return switch (resource) {
      case ProjectId _ -> "project";
      case RepositoryId _ -> "repository";
    };
  }

  private static String column(ResourceId resource) {
    return kind(resource).toLowerCase(Locale.ROOT) + "_id";
  }

  private static AccessKey accessKey(ResultSet row, int index) throws SQLException {
    Long project = row.getObject("project_id", Long.class);
    ResourceId resource =
        project == null ? new RepositoryId(row.getLong("repository_id")) : new ProjectId(project);
    return new AccessKey(
        SshKey.ROW.mapRow(row, index), resource, Permission.valueOf(row.getString("permission")));
  }
}
