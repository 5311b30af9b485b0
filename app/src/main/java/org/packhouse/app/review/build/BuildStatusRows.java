package org.packhouse.app.review.build;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.app.review.build.BuildStatus.Details;
import org.packhouse.app.review.build.BuildStatus.Reports;
import org.packhouse.app.review.build.BuildStatus.Subject;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes builds. Reports without a repository are unique by commit and key in one table,
 * as nodes of the last release need; other authors' reports of the same key lie beside.
 */
@Component
class BuildStatusRows {

  private static final JsonMapper JSON = JsonMappers.stored();

  private final JdbcClient sql;

  BuildStatusRows(JdbcClient sql) {
    this.sql = sql;
  }

  /** A query for builds of repositories and of none, with or without descriptions. */
  record BuildQuery(
      Collection<String> commits, Collection<Long> repositories, boolean whole, int limit) {}

  /**
   * Stores a report of a repository; {@code replaces} lets it overwrite another author's, whose row
   * is locked.
   *
   * @return false if the author has too many builds, or the row is another author's
   */
  boolean put(BuildStatus build, boolean replaces, int limit) {
    return write(
                """
                insert into build_status (commit_id, repository_id, key, state, parent, details
                     , created_at, updated_at, author, authored_at)
                select :commit, :repository, :key, :state, cast(:parent as text)
                     , cast(:details as jsonb), cast(:now as timestamptz), cast(:now as timestamptz)
                     , :author, cast(:now as timestamptz)
                 where :limit > (
                   select count(*)
                     from (select 1 from build_status
                            where commit_id = :commit and coalesce(repository_id, 0) = :repository
                              and key <> :key and author = :author limit :limit) others)
                on conflict (commit_id, (coalesce(repository_id, 0)), key) do update
                   set state = excluded.state, parent = excluded.parent, details = excluded.details
                     , updated_at = excluded.updated_at, author = excluded.author
                     , authored_at = excluded.authored_at
                 where :replaces or build_status.author = excluded.author
                """,
                build,
                limit)
            .param("repository", build.subject().repositoryId())
            .param("replaces", replaces)
            .update()
        > 0;
  }

  /** Stores a report of no repository beside others'; returns false if the author has too many. */
  boolean putWithoutRepository(BuildStatus build, int limit) {
    boolean first =
        write(
                    """
                    insert into build_status (commit_id, key, state, parent, details, created_at
                         , updated_at, author, authored_at)
                    select :commit, :key, :state, cast(:parent as text), cast(:details as jsonb)
                         , cast(:now as timestamptz), cast(:now as timestamptz), :author
                         , cast(:now as timestamptz)
                     where not exists (select 1 from build_status_beside
                                        where commit_id = :commit and author = :author and key = :key)
                       and :limit > (
                         select count(*)
                           from (select 1 from build_status
                                  where commit_id = :commit and repository_id is null
                                    and key <> :key and author = :author limit :limit) others)
                    on conflict (commit_id, (coalesce(repository_id, 0)), key) do update
                       set state = excluded.state, parent = excluded.parent
                         , details = excluded.details, updated_at = excluded.updated_at
                         , authored_at = excluded.authored_at
                     where build_status.author = excluded.author
                    """,
                    build,
                    limit)
                .update()
            > 0;
    return first || putBeside(build, limit);
  }

  private boolean putBeside(BuildStatus build, int limit) {
    return write(
                """
                insert into build_status_beside (commit_id, author, key, state, parent, details
                     , created_at, updated_at)
                select :commit, :author, :key, :state, cast(:parent as text)
                     , cast(:details as jsonb), cast(:now as timestamptz), cast(:now as timestamptz)
                 where exists (select 1 from build_status
                                where commit_id = :commit and repository_id is null and key = :key
                                  and author is distinct from :author
                                union all
                               select 1 from build_status_beside
                                where commit_id = :commit and author = :author and key = :key)
                   and :limit > (
                     select count(*)
                       from (select 1 from build_status_beside
                              where commit_id = :commit and author = :author and key <> :key
                              limit :limit) others)
                on conflict (commit_id, author, key) do update
                   set state = excluded.state, parent = excluded.parent
                     , details = excluded.details, updated_at = excluded.updated_at
                """,
                build,
                limit)
            .update()
        > 0;
  }

  private JdbcClient.StatementSpec write(String statement, BuildStatus build, int limit) {
    Author author = build.author();
    return sql.sql(statement)
        .param("commit", build.subject().commit())
        .param("key", build.key())
        .param("state", build.state().name())
        .param("parent", build.parent())
        .param("details", JSON.writeValueAsString(build.details()))
        .param("now", build.updatedAt().atOffset(ZoneOffset.UTC))
        .param("author", author == null ? null : author.text())
        .param("limit", limit);
  }

  /** Deletes a repository's report; returns false if there is none. */
  boolean delete(long repositoryId, String commit, String key) {
    return sql.sql("delete from build_status where commit_id = ? and repository_id = ? and key = ?")
            .params(commit, repositoryId, key)
            .update()
        > 0;
  }

  /** Deletes an author's report of no repository. */
  void deleteWithoutRepository(String commit, String key, Author author) {
    sql.sql(
            """
            delete from build_status
             where commit_id = ? and repository_id is null and key = ? and author = ?
            """)
        .params(commit, key, author.text())
        .update();
    sql.sql("delete from build_status_beside where commit_id = ? and key = ? and author = ?")
        .params(commit, key, author.text())
        .update();
  }

  /** Hides a report of no repository in one repository, until its author reports anew. */
  void withdraw(long repositoryId, BuildStatus build) {
    Author author = build.author();
    sql.sql(
            """
            insert into build_status_withdrawn (repository_id, commit_id, key, author, withdrawn_at)
            values (?, ?, ?, ?, ?)
            on conflict (commit_id, key, author, repository_id)
            do update set withdrawn_at = excluded.withdrawn_at
            """)
        .params(
            repositoryId,
            build.subject().commit(),
            build.key(),
            author == null ? "" : author.text(),
            build.updatedAt().atOffset(ZoneOffset.UTC))
        .update();
  }

  /** Locks and returns a repository's report. */
  Optional<BuildStatus> lock(long repositoryId, String commit, String key) {
    return sql.sql(
            """
            select commit_id, repository_id, key, state, parent, details, created_at, updated_at
                 , case when authored_at = updated_at then author end as known_author
              from build_status where commit_id = ? and repository_id = ? and key = ? for update
            """)
        .params(commit, repositoryId, key)
        .query((row, _) -> read(row))
        .optional();
  }

  /** Returns the repositories that builds of the commits were reported for. */
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

  /**
   * Returns builds of commits by some authors, as rows keep them, and by unknown ones; null stands
   * for all authors.
   */
  List<StoredBuild> list(BuildQuery query, @Nullable Collection<String> authors) {
    return sql.sql(
            """
            select told.*
                 , array(select w.repository_id from build_status_withdrawn w
                          where told.repository_id is null and w.commit_id = told.commit_id
                            and w.key = told.key and w.author = coalesce(told.known_author, '')
                            and w.withdrawn_at >= told.updated_at) as withdrawn
              from (select commit_id, repository_id, key, state, parent, created_at, updated_at
                         , case when :whole then details else '{"url": ""}' end as details
                         , case when authored_at = updated_at then author end as known_author
                      from build_status
                     where commit_id = any(:commits)
                       and (repository_id is null or repository_id = any(:repositories))
                     union all
                    select commit_id, null, key, state, parent, created_at, updated_at
                         , case when :whole then details else '{"url": ""}' end, author
                      from build_status_beside
                     where commit_id = any(:commits)) told
             where cast(:authors as text[]) is null or known_author is null
                or known_author = any(cast(:authors as text[]))
             order by key, repository_id nulls last, created_at limit :limit
            """)
        .param("commits", query.commits().toArray(String[]::new))
        .param("repositories", query.repositories().toArray(Long[]::new))
        .param("whole", query.whole())
        .param("authors", authors == null ? null : authors.toArray(String[]::new))
        .param("limit", query.limit())
        .query((row, _) -> stored(row))
        .list();
  }

  /** Returns the authors of all builds of commits, as rows keep them. */
  List<String> authors(Collection<String> commits) {
    String[] ids = commits.toArray(String[]::new);
    return sql.sql(
            """
            select author from build_status where commit_id = any(?) and author is not null
             union
            select author from build_status_beside where commit_id = any(?)
            """)
        .params(ids, ids)
        .query((row, _) -> row.getString(1))
        .list();
  }

  private static StoredBuild stored(ResultSet row) throws SQLException {
    Array withdrawn = row.getArray("withdrawn");
    return new StoredBuild(read(row), Set.of((Long[]) withdrawn.getArray()));
  }

  private static BuildStatus read(ResultSet row) throws SQLException {
    return new BuildStatus(
        new Subject(row.getObject("repository_id", Long.class), row.getString("commit_id")),
        row.getString("key"),
        BuildState.valueOf(row.getString("state")),
        row.getString("parent"),
        JSON.readValue(row.getString("details"), Details.class),
        new Reports(
            Author.parse(row.getString("known_author")),
            instant(row, "created_at"),
            instant(row, "updated_at")));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
