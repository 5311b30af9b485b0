package org.packhouse.app.identity.signin;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.key.StoredKey;
import org.packhouse.app.identity.signin.Authenticator.FreshRepository;
import org.packhouse.app.identity.signin.Authenticator.RepositoryPath;
import org.packhouse.app.identity.token.StoredToken;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserBuilder;
import org.packhouse.app.identity.user.UserType;
import org.packhouse.app.platform.database.RowColumns;
import org.packhouse.cluster.hibernate.FreshRows;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The one statement of a request. It reads, as of one moment, the owner of a credential, the user's
 * stamp, the permission stamp, and the row and ref versions of the repository that the request
 * names. All that nodes remember is bound to these numbers, so that changes count from the next
 * request on, on every node. It alone reads tables of several features, for one round trip on the
 * path of every Git request; mapping its rows by column names would cost an exception for each
 * renamed column.
 */
@Component
public class CredentialLookup {

  private static final String USER_COLUMNS =
      """
      , u.id as user_id, u.name as user_name, u.slug as user_slug, u.display_name, u.email_address
      , u.type as user_type, u.active, u.stamp as user_stamp, u.version as user_version
      """;

  private static final Statement OF_NOBODY = Statement.of("", "");
  private static final Statement OF_NAME =
      Statement.of(
          USER_COLUMNS
              + """
              , w.hash as password_hash, a.address is not null as familiar
              , f.failures is not null as failed, greatest(f.blocked_until, n.blocked_until) as until
              """,
          """
          left join users u on lower(u.name) = lower(:name) and not u.deleted
          left join password w on w.user_id = u.id
          left join familiar_address a on a.user_id = u.id and a.address = :network
          left join login_failure f on f.name = lower(:name) and f.address = coalesce(a.address, '')
          left join login_failure n on n.name = '' and n.address = :network and a.address is null
          """);
  private static final Statement OF_TOKEN =
      Statement.of(
          USER_COLUMNS
              + """
              , t.id as token_id, t.project_id as token_project
              , t.repository_id as token_repository, t.permissions as token_permissions
              , t.expires_at, t.last_used_at, o.address is not null as known
              """,
          """
          left join access_token t on t.token_hash = :hash
          left join users u on u.id = t.user_id and not u.deleted
          left join token_address o on o.token_id = t.id and o.address = :network
          """);
  private static final Statement OF_KEY =
      Statement.of(
          USER_COLUMNS
              + """
              , k.id as key_id, k.expires_at, k.last_used_at
              , (select string_agg(case when a.project_id is null then 'R' || a.repository_id
                                   else 'P' || a.project_id end || ':' || a.permission, ',')
                   from access_key a where a.ssh_key_id = k.id) as admitted_by
              """,
          """
          left join ssh_key k on k.fingerprint = :fingerprint
          left join users u on u.id = k.user_id and not u.deleted
          """);
  private static final Statement OF_ID =
      Statement.of(USER_COLUMNS, "left join users u on u.id = :user and not u.deleted\n");

  private final JdbcClient jdbc;

  CredentialLookup(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The statement for one kind of credential, also with the repository that the request names. */
  private record Statement(String alone, String ofRepository) {

    private static final String REPOSITORY_COLUMNS =
        ", r.repository_id, r.row_stamp, r.ref_version, r.project_id, r.project_version\n";
    private static final String REPOSITORY_JOIN =
        """
        left join lateral (
          select r.id as repository_id
               , (r.xmin::text::bigint << 32) | p.xmin::text::bigint as row_stamp
               , coalesce(v.ref_version, 0) as ref_version
               , p.id as project_id, p.version as project_version
            from project p
            join repository r on r.project_id = p.id
             and lower(r.slug) = lower(:slug) and r.trashed_at is null
            left join repository_version v on v.repository_id = r.id
           where lower(p.key) = lower(:project)
        ) r on true
        """;

    static Statement of(String columns, String joins) {
      String start = "select s.stamp as permission_stamp\n" + columns;
      String source = "from permission_stamp s\n" + joins;
      return new Statement(start + source, start + REPOSITORY_COLUMNS + source + REPOSITORY_JOIN);
    }
  }

  record Common(long permissionStamp, @Nullable FreshRepository repository) {}

  /**
   * A user found by name.
   *
   * @param familiar whether the user has signed in by password from the network before
   * @param failed whether failures are counted for the name there
   */
  record ByName(
      Common common,
      @Nullable User user,
      @Nullable String passwordHash,
      boolean familiar,
      boolean failed,
      @Nullable Instant blockedUntil) {}

  /** The owner of a token, if it is a user, and whether it was used from the network before. */
  record ByToken(Common common, @Nullable User user, @Nullable StoredToken token, boolean known) {}

  /** The owner of a key; {@code user} is null for access keys. */
  record ByKey(Common common, @Nullable User user, @Nullable StoredKey key) {}

  /** The user of an earlier sign-in. */
  record ById(Common common, @Nullable User user) {}

  Common ofNobody(@Nullable RepositoryPath path) {
    return read(OF_NOBODY, path, Map.of(), (row, _) -> common(row, path));
  }

  ByName ofName(String name, String network, @Nullable RepositoryPath path) {
    return read(
        OF_NAME,
        path,
        Map.of("name", name, "network", network),
        (row, _) ->
            new ByName(
                common(row, path),
                user(row),
                row.getString("password_hash"),
                row.getBoolean("familiar"),
                row.getBoolean("failed"),
                RowColumns.instant(row, "until")));
  }

  ByToken ofToken(byte[] hash, String network, @Nullable RepositoryPath path) {
    return read(
        OF_TOKEN,
        path,
        Map.of("hash", hash, "network", network),
        (row, _) ->
            new ByToken(
                common(row, path),
                user(row),
                row.getString("token_id") == null ? null : StoredToken.of(row),
                row.getBoolean("known")));
  }

  ByKey ofKey(String fingerprint, @Nullable RepositoryPath path) {
    return read(
        OF_KEY,
        path,
        Map.of("fingerprint", fingerprint),
        (row, _) ->
            new ByKey(
                common(row, path),
                user(row),
                row.getObject("key_id") == null ? null : StoredKey.of(row)));
  }

  ById ofId(long userId, @Nullable RepositoryPath path) {
    return read(
        OF_ID, path, Map.of("user", userId), (row, _) -> new ById(common(row, path), user(row)));
  }

  private <T> T read(
      Statement statement,
      @Nullable RepositoryPath path,
      Map<String, Object> parameters,
      RowMapper<T> mapper) {
    if (path == null) {
      return jdbc.sql(statement.alone()).params(parameters).query(mapper).single();
    }
    Map<String, Object> all = new HashMap<>(parameters);
    all.put("project", path.projectKey());
    all.put("slug", path.slug());
    return jdbc.sql(statement.ofRepository()).params(all).query(mapper).single();
  }

  private static Common common(ResultSet row, @Nullable RepositoryPath path) throws SQLException {
    FreshRepository repository = null;
    if (path != null && row.getObject("repository_id") != null) {
      FreshRows.read("project", row.getLong("project_id"), row.getInt("project_version"));
      repository =
          new FreshRepository(
              row.getLong("repository_id"), row.getLong("ref_version"), row.getLong("row_stamp"));
    }
    return new Common(row.getLong("permission_stamp"), repository);
  }

  private static @Nullable User user(ResultSet row) throws SQLException {
    if (row.getObject("user_id") == null) {
      return null;
    }
    FreshRows.read("users", row.getLong("user_id"), row.getInt("user_version"));
    return new UserBuilder()
        .id(row.getLong("user_id"))
        .name(row.getString("user_name"))
        .slug(row.getString("user_slug"))
        .displayName(row.getString("display_name"))
        .emailAddress(row.getString("email_address"))
        .type(UserType.valueOf(row.getString("user_type")))
        .active(row.getBoolean("active"))
        .stamp(row.getLong("user_stamp"))
        .build();
  }
}
