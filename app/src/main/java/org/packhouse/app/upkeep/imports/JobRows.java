package org.packhouse.app.upkeep.imports;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.RepositoryCreation;
import org.packhouse.app.upkeep.imports.transfer.ImportJob;
import org.packhouse.app.upkeep.imports.transfer.ImportJobBuilder;
import org.packhouse.app.upkeep.imports.transfer.ImportKind;
import org.packhouse.app.upkeep.imports.transfer.ImportProblem;
import org.packhouse.app.upkeep.imports.transfer.ImportProgress;
import org.packhouse.hooks.Actor;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The rows of imports, for those who work on them. What a process writes that has lost its import,
 * because it was taken for dead, has no effect.
 */
@Component
class JobRows {

  private final JdbcClient jdbc;
  private final Repositories repositories;
  private final RepositoryCreation creation;

  JobRows(JdbcClient jdbc, Repositories repositories, RepositoryCreation creation) {
    this.jdbc = jdbc;
    this.repositories = repositories;
    this.creation = creation;
  }

  /** The fate of an import while somebody worked on it. */
  enum Standing {
    /** Go on. */
    MINE,
    /** Somebody wants it to stop. */
    TO_BE_CANCELLED,
    /** It is somebody else's. */
    LOST
  }

  /**
   * Takes the next import that waits. One that needs credentials is only for the session that has
   * them.
   */
  Optional<ImportJob> take(UUID session) {
    return jdbc.sql(
            """
            update repository_import
               set state = 'RUNNING', node_session = :session, run = run + 1, started_at = now(),
                   phase = 'CONNECTING'
             where id = (
               select id from repository_import
                where state = 'QUEUED' and (not with_credentials or node_session = :session)
                order by bulk_id is not null, id limit 1 for update skip locked)
            returning *
            """)
        .param("session", session)
        .query((row, number) -> job(row, session))
        .optional();
  }

  /** For how long an import that was taken had waited since it was asked for. */
  Duration waited(ImportJob job) {
    return jdbc.sql(
            """
            select extract(epoch from started_at - created_at) * 1000 from repository_import
             where id = ? and started_at is not null
            """)
        .param(job.id())
        .query((row, _) -> Duration.ofMillis(row.getLong(1)))
        .optional()
        .orElse(Duration.ZERO);
  }

  private static ImportJob job(ResultSet row, UUID session) throws SQLException {
    String projectKey = row.getString("project_key");
    String name = row.getString("name");
    return new ImportJobBuilder()
        .id(row.getLong("id"))
        .run(row.getInt("run"))
        .session(session)
        .repositoryId(row.getObject("repository_id", Long.class))
        .kind(ImportKind.valueOf(row.getString("kind")))
        .source(row.getString("source"))
        .withCredentials(row.getBoolean("with_credentials"))
        .actor(new Actor(row.getObject("actor_id", Long.class), row.getString("actor_name")))
        .target(projectKey == null || name == null ? null : new ImportJob.Target(projectKey, name))
        .build();
  }

  /** Notes how far an import has come, and hears whether it shall go on. */
  Standing report(ImportJob job, ImportProgress progress) {
    return jdbc.sql(
            """
            update repository_import
               set phase = :phase, percent = :percent, done = :done, total = :total, bytes = :bytes
             where id = :id and run = :run and state = 'RUNNING' and node_session = :session
            returning cancel_requested, repository_id
            """)
        .param("phase", progress.phase().name())
        .param("percent", progress.percent())
        .param("done", progress.done())
        .param("total", progress.total())
        .param("bytes", progress.bytes())
        .param("id", job.id())
        .param("run", job.run())
        .param("session", job.session())
        .query((row, _) -> row.getBoolean(1) || isTrashed(row.getObject(2, Long.class)))
        .optional()
        .map(cancelled -> cancelled ? Standing.TO_BE_CANCELLED : Standing.MINE)
        .orElse(Standing.LOST);
  }

  private boolean isTrashed(@Nullable Long repositoryId) {
    return repositoryId != null && repositories.findById(repositoryId).isEmpty();
  }

  /** Notes which repository an import fills; null: none any more. Whether it is still the job's. */
  boolean setRepository(ImportJob job, @Nullable Long repositoryId) {
    return jdbc.sql(
                """
                update repository_import set repository_id = :repository
                 where id = :id and run = :run and state = 'RUNNING' and node_session = :session
                """)
            .param("repository", repositoryId)
            .param("id", job.id())
            .param("run", job.run())
            .param("session", job.session())
            .update()
        > 0;
  }

  /** Whether this process still has the import. */
  boolean isMine(ImportJob job) {
    return jdbc.sql(
            """
            select exists (
              select 1 from repository_import
               where id = ? and run = ? and state = 'RUNNING' and node_session = ?)
            """)
        .params(job.id(), job.run(), job.session())
        .query(Boolean.class)
        .single();
  }

  /**
   * Whether a repository of the project was imported from the same directory before, and is there.
   */
  boolean wasDoneBefore(ImportJob job) {
    ImportJob.Target target = job.target();
    return target != null
        && repositories
            .findAllById(
                jdbc.sql(
                        """
                        select repository_id from repository_import
                         where source = ? and state = 'DONE' and repository_id is not null
                        """)
                    .param(job.source())
                    .query((row, _) -> row.getLong(1))
                    .list())
            .stream()
            .anyMatch(found -> found.project().key().equalsIgnoreCase(target.projectKey()));
  }

  /** The repository that an import fills; null: none. */
  @Nullable Long repositoryOf(long id) {
    return jdbc.sql("select repository_id from repository_import where id = ?")
        .param(id)
        .query((row, number) -> Optional.ofNullable(row.getObject(1, Long.class)))
        .optional()
        .flatMap(found -> found)
        .orElse(null);
  }

  /**
   * Ends an import.
   *
   * @return whether it was still the job's
   */
  boolean end(
      ImportJob job, ImportState state, @Nullable ImportProblem problem, @Nullable String message) {
    return jdbc.sql(
                """
                update repository_import
                   set state = :state, problem = :problem, message = :message, node_session = null,
                       ended_at = now()
                 where id = :id and run = :run and state = 'RUNNING' and node_session = :session
                """)
            .param("state", state.name())
            .param("problem", problem == null ? null : problem.name())
            .param("message", message)
            .param("id", job.id())
            .param("run", job.run())
            .param("session", job.session())
            .update()
        > 0;
  }

  /** Gives an import back that this process cannot end: it is stopping. */
  void giveBack(ImportJob job) {
    jdbc.sql(
            """
            update repository_import set node_session = null
             where id = ? and run = ? and state = 'RUNNING' and node_session = ?
            """)
        .params(job.id(), job.run(), job.session())
        .update();
  }

  /**
   * Gives back what a session runs by its rows, but for some: nobody works on these, for the
   * database was away when they were taken or ended.
   */
  void giveBackAllBut(UUID session, Collection<Long> ids) {
    jdbc.sql(
            """
            update repository_import set node_session = null
             where state = 'RUNNING' and node_session = ? and id <> all(?)
            """)
        .params(session, ids.toArray(Long[]::new))
        .update();
  }

  /**
   * Decides what becomes of imports whose process is dead: those that need credentials fail, for
   * nobody has these any more, and the others wait for their turn again.
   *
   * @return how many wait again
   */
  @Transactional
  public int takeOverOrphans() {
    jdbc
        .sql(
            """
            update repository_import
               set state = 'FAILED', problem = 'STOPPED', ended_at = now(),
                   message = 'The server was stopped before the import was done. Credentials are not kept: give them again to retry.'
             where state in ('QUEUED', 'RUNNING') and node_session is null and with_credentials
            returning coalesce(repository_id, 0)
            """)
        .query((row, _) -> row.getLong(1))
        .list()
        .stream()
        .filter(repositoryId -> repositoryId != 0)
        .forEach(creation::fail);
    return jdbc.sql(
            """
            update repository_import
               set state = 'QUEUED', phase = 'WAITING', percent = null, done = 0, total = null,
                   bytes = 0
             where state = 'RUNNING' and node_session is null
            """)
        .update();
  }

  /** Forgets single imports whose repository was removed for good. */
  void forgetRemoved() {
    jdbc.sql(
            """
            delete from repository_import
             where bulk_id is null and repository_id is null and state not in ('QUEUED', 'RUNNING')
            """)
        .update();
  }
}
