package org.packhouse.app.upkeep.imports;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserErased;
import org.packhouse.app.platform.outbox.WorkQueue;
import org.packhouse.app.upkeep.imports.transfer.ImportKind;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table of imports, for those who start and read them. */
@Component
class ImportRows implements WorkQueue {

  static final String WORK = "import";

  private final JdbcClient jdbc;

  ImportRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Inserts an import; the holder is the session with its credentials, if it needs any. */
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

  boolean anyDone() {
    return jdbc.sql("select exists (select 1 from repository_import where state = 'DONE')")
        .query(Boolean.class)
        .single();
  }

  Optional<RepositoryImport> find(long repositoryId) {
    return jdbc.sql("select * from repository_import where repository_id = ?")
        .param(repositoryId)
        .query(ImportRow::repositoryImport)
        .optional();
  }

  /** Returns whether the repository is filled by an import, in any state. */
  boolean isOf(long repositoryId) {
    return jdbc.sql("select exists (select 1 from repository_import where repository_id = ?)")
        .param(repositoryId)
        .query(Boolean.class)
        .single();
  }

  /** Queues a failed or cancelled import again; returns false for any other. */
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

  /** Cancels a queued import, or asks a running one to stop; returns whether it was queued. */
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

  @Override
  public List<Waiting> waiting() {
    return jdbc.sql(
            """
            select count(*), min(created_at) from repository_import
             where state = 'QUEUED' having count(*) > 0
            """)
        .query((row, _) ->
            new Waiting(WORK, row.getLong(1), row.getObject(2, OffsetDateTime.class).toInstant()))
        .list();
  }

  /** Removes the names of erased users from the lists of imports. */
  @EventListener
  void on(UserErased event) {
    jdbc.sql("update repository_import set actor_name = ? where actor_id = ?")
        .params(event.after().name(), event.after().id())
        .update();
    jdbc.sql("update bulk_import set actor_name = ? where started_by = ?")
        .params(event.after().name(), event.after().id())
        .update();
  }
}
