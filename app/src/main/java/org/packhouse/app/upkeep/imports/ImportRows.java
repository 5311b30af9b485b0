package org.packhouse.app.upkeep.imports;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.upkeep.imports.transfer.ImportKind;
import org.packhouse.app.upkeep.imports.transfer.ImportPhase;
import org.packhouse.app.upkeep.imports.transfer.ImportProblem;
import org.packhouse.app.upkeep.imports.transfer.ImportProgress;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows of imports, for those who ask for one and those who look at it. */
@Component
class ImportRows {

  static final RowMapper<RepositoryImport> MAPPER = ImportRows::map;

  private final JdbcClient jdbc;

  ImportRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Puts an import into the queue.
   *
   * @param holder the session that has its credentials; null: it needs none
   */
  long insert(
      long repositoryId, ImportKind kind, String source, @Nullable UUID holder, Caller caller) {
    User user = caller.user();
    return jdbc.sql(
            """
            insert into repository_import
              (repository_id, kind, source, with_credentials, node_session, actor_id, actor_name)
            values (:repository, :kind, :source, :secret, :holder, :actor, :name) returning id
            """)
        .param("repository", repositoryId)
        .param("kind", kind.name())
        .param("source", source)
        .param("secret", holder != null)
        .param("holder", holder)
        .param("actor", user == null ? null : user.id())
        .param("name", caller.name())
        .query(Long.class)
        .single();
  }

  /** Whether any import has come to its end. */
  boolean anyDone() {
    return jdbc.sql("select exists (select 1 from repository_import where state = 'DONE')")
        .query(Boolean.class)
        .single();
  }

  Optional<RepositoryImport> find(long repositoryId) {
    return jdbc.sql("select * from repository_import where repository_id = ?")
        .param(repositoryId)
        .query(MAPPER)
        .optional();
  }

  /** Whether an import has begun to fill that repository, or will, or has failed to. */
  boolean isOf(long repositoryId) {
    return jdbc.sql("select exists (select 1 from repository_import where repository_id = ?)")
        .param(repositoryId)
        .query(Boolean.class)
        .single();
  }

  /**
   * Puts one that has ended without success back into the queue.
   *
   * @param holder the session that has its credentials; null: it needs none
   * @return whether it was one
   */
  boolean requeue(long id, @Nullable UUID holder) {
    return jdbc.sql(
                """
                update repository_import
                   set state = 'QUEUED', with_credentials = :secret, node_session = :holder,
                       cancel_requested = false, phase = 'WAITING', percent = null, done = 0,
                       total = null, bytes = 0, problem = null, message = null, started_at = null,
                       ended_at = null
                 where id = :id and state in ('FAILED', 'CANCELLED')
                """)
            .param("secret", holder != null)
            .param("holder", holder)
            .param("id", id)
            .update()
        > 0;
  }

  /**
   * Cancels what waits, and asks whoever runs it to stop.
   *
   * @return whether it was waiting
   */
  boolean cancel(long id) {
    int waiting =
        jdbc.sql(
                """
                update repository_import
                   set state = 'CANCELLED', node_session = null, ended_at = now()
                 where id = ? and state = 'QUEUED'
                """)
            .param(id)
            .update();
    jdbc.sql(
            "update repository_import set cancel_requested = true where id = ? and state ="
                + " 'RUNNING'")
        .param(id)
        .update();
    return waiting > 0;
  }

  private static RepositoryImport map(ResultSet row, int number) throws SQLException {
    String problem = row.getString("problem");
    return new RepositoryImportBuilder()
        .id(row.getLong("id"))
        .repositoryId(row.getObject("repository_id", Long.class))
        .projectKey(row.getString("project_key"))
        .name(row.getString("name"))
        .kind(ImportKind.valueOf(row.getString("kind")))
        .source(row.getString("source"))
        .withCredentials(row.getBoolean("with_credentials"))
        .state(ImportState.valueOf(row.getString("state")))
        .progress(
            new ImportProgress(
                ImportPhase.valueOf(row.getString("phase")),
                row.getObject("percent", Integer.class),
                row.getLong("done"),
                row.getObject("total", Long.class),
                row.getLong("bytes")))
        .problem(problem == null ? null : ImportProblem.valueOf(problem))
        .message(row.getString("message"))
        .createdAt(row.getObject("created_at", OffsetDateTime.class).toInstant())
        .startedAt(instant(row, "started_at"))
        .endedAt(instant(row, "ended_at"))
        .build();
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
