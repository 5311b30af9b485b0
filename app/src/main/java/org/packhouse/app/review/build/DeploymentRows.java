package org.packhouse.app.review.build;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.platform.json.JsonMappers;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes deployments. */
@Component
class DeploymentRows {

  private static final JsonMapper JSON = JsonMappers.stored();

  private final JdbcClient sql;

  DeploymentRows(JdbcClient sql) {
    this.sql = sql;
  }

  /**
   * Stores a report in place of an earlier one; {@code replaces} lets it overwrite another
   * author's, whose row is locked.
   *
   * @return false if the author has too many deployments of the commit, or the row is another
   *     author's
   */
  boolean put(Deployment deployment, boolean replaces, int limit) {
    Author author = deployment.author();
    return sql.sql(
                """
                insert into deployment (repository_id, commit_id, key, environment, sequence_number
                     , state, details, updated_at, author, authored_at)
                select :repository, :commit, :key, :environment, :number, :state
                     , cast(:details as jsonb), cast(:now as timestamptz), :author
                     , cast(:now as timestamptz)
                 where :limit > (
                   select count(*)
                     from (select 1 from deployment
                            where repository_id = :repository and commit_id = :commit
                              and author = :author
                              and (key, environment, sequence_number)
                                  <> (:key, :environment, :number)
                            limit :limit) others)
                on conflict (repository_id, key, environment, sequence_number) do update
                   set commit_id = excluded.commit_id, state = excluded.state
                     , details = excluded.details, updated_at = excluded.updated_at
                     , author = excluded.author, authored_at = excluded.authored_at
                 where :replaces or deployment.author = excluded.author
                """)
            .param("repository", deployment.repositoryId())
            .param("commit", deployment.commit())
            .param("key", deployment.id().key())
            .param("environment", deployment.id().environment())
            .param("number", deployment.id().sequenceNumber())
            .param("state", deployment.state().name())
            .param("details", JSON.writeValueAsString(deployment.details()))
            .param("now", deployment.updatedAt().atOffset(ZoneOffset.UTC))
            .param("author", author == null ? null : author.text())
            .param("replaces", replaces)
            .param("limit", limit)
            .update()
        > 0;
  }

  /** Locks and returns a deployment, of whichever commit. */
  Optional<Deployment> lock(long repositoryId, Deployment.Id id) {
    return sql.sql(
            """
            select repository_id, commit_id, key, environment, sequence_number, state, details
                 , updated_at
                 , case when authored_at = updated_at then author end as known_author
              from deployment
             where repository_id = ? and key = ? and environment = ? and sequence_number = ?
               for update
            """)
        .params(repositoryId, id.key(), id.environment(), id.sequenceNumber())
        .query((row, _) -> read(row))
        .optional();
  }

  Optional<Deployment> find(long repositoryId, String commit, Deployment.Id id) {
    return sql.sql(
            """
            select repository_id, commit_id, key, environment, sequence_number, state, details
                 , updated_at
                 , case when authored_at = updated_at then author end as known_author
              from deployment
             where repository_id = ? and commit_id = ? and key = ? and environment = ?
               and sequence_number = ?
            """)
        .params(repositoryId, commit, id.key(), id.environment(), id.sequenceNumber())
        .query((row, _) -> read(row))
        .optional();
  }

  List<Deployment> list(long repositoryId, String commit, int limit) {
    return sql.sql(
            """
            select repository_id, commit_id, key, environment, sequence_number, state, details
                 , updated_at
                 , case when authored_at = updated_at then author end as known_author
              from deployment
             where repository_id = ? and commit_id = ?
             order by updated_at desc, sequence_number desc limit ?
            """)
        .params(repositoryId, commit, limit)
        .query((row, _) -> read(row))
        .list();
  }

  /** Returns the commit of the last successful deployment before that one. */
  Optional<String> commitBefore(Deployment deployment) {
    return sql.sql(
            """
            select commit_id from deployment
             where repository_id = ? and key = ? and environment = ? and sequence_number < ?
               and state = 'SUCCESSFUL'
             order by sequence_number desc limit 1
            """)
        .params(
            deployment.repositoryId(),
            deployment.id().key(),
            deployment.id().environment(),
            deployment.id().sequenceNumber())
        .query(String.class)
        .optional();
  }

  void delete(long repositoryId, String commit, Deployment.Id id) {
    sql.sql(
            """
            delete from deployment
             where repository_id = ? and commit_id = ? and key = ? and environment = ?
               and sequence_number = ?
            """)
        .params(repositoryId, commit, id.key(), id.environment(), id.sequenceNumber())
        .update();
  }

  private static Deployment read(ResultSet row) throws SQLException {
    return new Deployment(
        row.getLong("repository_id"),
        row.getString("commit_id"),
        new Deployment.Id(
            row.getString("key"), row.getString("environment"), row.getLong("sequence_number")),
        Deployment.State.valueOf(row.getString("state")),
        JSON.readValue(row.getString("details"), Deployment.Details.class),
        row.getObject("updated_at", OffsetDateTime.class).toInstant(),
        Author.parse(row.getString("known_author")));
  }
}
