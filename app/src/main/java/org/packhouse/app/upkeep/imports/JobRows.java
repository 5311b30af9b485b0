package org.packhouse.app.upkeep.imports;

import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.RepositoryCreation;
import org.packhouse.app.platform.queue.ClaimedRows;
import org.packhouse.app.upkeep.imports.transfer.ImportJob;
import org.packhouse.app.upkeep.imports.transfer.ImportProblem;
import org.packhouse.app.upkeep.imports.transfer.ImportProgress;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * The queue of imports. A process that was taken for dead and has lost an import writes nothing.
 */
@Component
class JobRows implements ClaimedRows {

  private final JdbcClient jdbc;
  private final Repositories repositories;
  private final RepositoryCreation creation;

  JobRows(JdbcClient jdbc, Repositories repositories, RepositoryCreation creation) {
    this.jdbc = jdbc;
    this.repositories = repositories;
    this.creation = creation;
  }

  /** The state of an import for the process that runs it; {@code LOST}: another process has it. */
  enum Standing {
    MINE,
    TO_BE_CANCELLED,
    LOST
  }

  /** Claims the next queued import; one with credentials only for the session that has these. */
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
        .query(ImportRow.job(session))
        .optional();
  }

  /** Returns the time from request to start of an import. */
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

  /** Writes progress, and returns whether the import may go on. */
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

  /**
   * Sets the repository that the import fills; returns whether this process still has the import.
   */
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

  /** Returns whether the project has a repository that was imported from the same directory. */
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
                    .param(job.origin().source())
                    .query((row, _) -> row.getLong(1))
                    .list())
            .stream()
            .anyMatch(found -> found.project().key().equalsIgnoreCase(target.projectKey()));
  }

  @Nullable Long repositoryOf(long id) {
    return jdbc.sql("select repository_id from repository_import where id = ?")
        .param(id)
        .query((row, number) -> Optional.ofNullable(row.getObject(1, Long.class)))
        .optional()
        .flatMap(found -> found)
        .orElse(null);
  }

  /** Ends an import; returns false if another process has it now. */
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

  /** Releases an import, because this process stops. */
  void giveBack(ImportJob job) {
    jdbc.sql(
            """
            update repository_import set node_session = null
             where id = ? and run = ? and state = 'RUNNING' and node_session = ?
            """)
        .params(job.id(), job.run(), job.session())
        .update();
  }

  @Override
  public void releaseAllBut(UUID session, Collection<Long> ids) {
    jdbc.sql(
            """
            update repository_import set node_session = null
             where state = 'RUNNING' and node_session = ? and id <> all(?)
            """)
        .params(session, ids.toArray(Long[]::new))
        .update();
  }

  /** Requeues imports of dead processes, and fails those with credentials, which died with them. */
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

  /** Deletes single imports whose repository was deleted. */
  void forgetRemoved() {
    jdbc.sql(
            """
            delete from repository_import
             where bulk_id is null and repository_id is null and state not in ('QUEUED', 'RUNNING')
            """)
        .update();
  }
}
