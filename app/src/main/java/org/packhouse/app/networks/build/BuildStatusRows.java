package org.packhouse.app.networks.build;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.networks.build.BuildStatus.Details;
import org.packhouse.app.networks.build.BuildStatus.Subject;
import org.packhouse.app.platform.json.JsonMappers;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** The rows of builds. */
@Component
class BuildStatusRows {

  private static final JsonMapper JSON = JsonMappers.stored();

  private final JdbcClient sql;

  BuildStatusRows(JdbcClient sql) {
    this.sql = sql;
  }

  /**
   * Writes a report down.
   *
   * @return false: the commit has that many builds of other keys
   */
  boolean put(BuildStatus build, int limit) {
    OffsetDateTime now = build.updatedAt().atOffset(ZoneOffset.UTC);
    return sql.sql(
                """
                insert into build_status
                       (commit_id, repository_id, key, state, parent, details, created_at, updated_at)
                select :commit, cast(:repository as bigint), :key, :state, cast(:parent as text)
                     , cast(:details as jsonb), cast(:now as timestamptz), cast(:now as timestamptz)
                 where :limit > (
                   select count(*)
                     from (select 1 from build_status
                            where commit_id = :commit
                              and coalesce(repository_id, 0) = coalesce(cast(:repository as bigint), 0)
                              and key <> :key
                            limit :limit) others)
                on conflict (commit_id, (coalesce(repository_id, 0)), key) do update
                   set state = excluded.state, parent = excluded.parent
                     , details = excluded.details, updated_at = excluded.updated_at
                """)
            .param("commit", build.subject().commit())
            .param("repository", build.subject().repositoryId())
            .param("key", build.key())
            .param("state", build.state().name())
            .param("parent", build.parent())
            .param("details", JSON.writeValueAsString(build.details()))
            .param("now", now)
            .param("limit", limit)
            .update()
        > 0;
  }

  /** Removes a repository's report; false: there was none. */
  boolean delete(long repositoryId, String commit, String key) {
    return sql.sql("delete from build_status where commit_id = ? and repository_id = ? and key = ?")
            .params(commit, repositoryId, key)
            .update()
        > 0;
  }

  /** A repository's own report. */
  Optional<BuildStatus> find(long repositoryId, String commit, String key) {
    return sql.sql(
            """
            select commit_id, repository_id, key, state, parent, details, created_at, updated_at
              from build_status where commit_id = ? and repository_id = ? and key = ?
            """)
        .params(commit, repositoryId, key)
        .query((row, _) -> read(row))
        .optional();
  }

  /** The repositories of which something was told about commits. */
  List<Long> repositories(Collection<String> commits) {
    return sql.sql(
            """
            select distinct repository_id from build_status
             where commit_id = any(?) and repository_id is not null
            """)
        .param(commits.toArray(String[]::new))
        .query((row, _) -> row.getLong(1))
        .list();
  }

  /** The builds of a commit: those told of repositories, and those told of none. */
  List<BuildStatus> list(String commit, Collection<Long> repositories) {
    return sql.sql(
            """
            select commit_id, repository_id, key, state, parent, details, created_at, updated_at
              from build_status
             where commit_id = ? and (repository_id is null or repository_id = any(?))
             order by key, repository_id nulls last
            """)
        .params(commit, repositories.toArray(Long[]::new))
        .query((row, _) -> read(row))
        .list();
  }

  /**
   * Numbers of builds of each commit that has one; of the same key in a repository and in none,
   * one.
   */
  Map<String, BuildStats> stats(Collection<String> commits, Collection<Long> repositories) {
    Map<String, BuildStats> found = new HashMap<>();
    sql.sql(
            """
            select commit_id, state, count(*) as builds
              from build_status b
             where commit_id = any(?) and (repository_id = any(?) or repository_id is null
               and not exists (select 1 from build_status own
                                where own.commit_id = b.commit_id and own.key = b.key
                                  and own.repository_id = any(?)))
             group by commit_id, state
            """)
        .params(
            commits.toArray(String[]::new),
            repositories.toArray(Long[]::new),
            repositories.toArray(Long[]::new))
        .query(row -> {
          BuildState state = BuildState.valueOf(row.getString("state"));
          int builds = row.getInt("builds");
          found.merge(
              row.getString("commit_id"),
              BuildStats.NONE.plus(state, builds),
              (before, _) -> before.plus(state, builds));
        });
    return found;
  }

  private static BuildStatus read(ResultSet row) throws SQLException {
    return new BuildStatus(
        new Subject(row.getObject("repository_id", Long.class), row.getString("commit_id")),
        row.getString("key"),
        BuildState.valueOf(row.getString("state")),
        row.getString("parent"),
        JSON.readValue(row.getString("details"), Details.class),
        instant(row, "created_at"),
        instant(row, "updated_at"));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
