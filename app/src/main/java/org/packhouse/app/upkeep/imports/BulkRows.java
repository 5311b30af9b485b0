package org.packhouse.app.upkeep.imports;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.upkeep.imports.transfer.DirectoryScan;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table of bulk imports. */
@Component
class BulkRows {

  private static final String SELECT =
      """
      select b.*,
             count(*) filter (where i.state = 'QUEUED')    as queued,
             count(*) filter (where i.state = 'RUNNING')   as running,
             count(*) filter (where i.state = 'DONE')      as done,
             count(*) filter (where i.state = 'FAILED')    as failed,
             count(*) filter (where i.state = 'CANCELLED') as cancelled,
             count(*) filter (where i.state = 'SKIPPED')   as skipped
        from (%s) b left join repository_import i on i.bulk_id = b.id
       group by b.id, b.folder, b.project_key, b.started_by, b.actor_name, b.created_at,
                b.cancelled_at
       order by b.id desc
      """;

  private static final RowMapper<Bulk> BULK = new SimplePropertyRowMapper<>(Bulk.class);

  private final JdbcClient jdbc;

  BulkRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Inserts a bulk import and its repositories, in the caller's transaction. */
  long insert(
      String directory,
      @Nullable String projectKey,
      List<DirectoryScan.Found> found,
      Caller caller) {
    User user = caller.user();
    Long userId = user == null ? null : user.id();
    long id =
        jdbc.sql(
                """
                insert into bulk_import (folder, project_key, started_by, actor_name)
                values (:folder, :key, :actor, :name) returning id
                """)
            .param("folder", directory)
            .param("key", projectKey)
            .param("actor", userId)
            .param("name", caller.name())
            .query(Long.class)
            .single();
    jdbc.sql(
            """
            insert into repository_import
              (bulk_id, project_key, name, kind, source, actor_id, actor_name)
            select :bulk, f.key, f.name, 'FOLDER', f.source, :actor, :actorName
              from unnest(:keys::text[], :names::text[], :sources::text[])
                   with ordinality as f(key, name, source, place)
             order by f.place
            """)
        .param("bulk", id)
        .param("actor", userId)
        .param("actorName", caller.name())
        .param("keys", texts(found.stream().map(DirectoryScan.Found::projectKey).toList()))
        .param("names", texts(found.stream().map(DirectoryScan.Found::name).toList()))
        .param("sources", texts(found.stream().map(it -> it.directory().toString()).toList()))
        .update();
    return id;
  }

  private static Object texts(List<String> values) {
    return values.toArray(String[]::new);
  }

  Optional<BulkImport> find(long id) {
    return jdbc.sql(SELECT.formatted("select * from bulk_import where id = :id"))
        .param("id", id)
        .query(BulkRows::bulkImport)
        .optional();
  }

  Page<BulkImport> list(PageRequest page) {
    return Page.ofOneMore(
        page,
        jdbc.sql(
                SELECT.formatted(
                    "select * from bulk_import order by id desc offset :start limit :limit"))
            .param("start", page.start())
            .param("limit", page.oneMore())
            .query(BulkRows::bulkImport)
            .list());
  }

  Page<RepositoryImport> repositories(long id, @Nullable ImportState state, PageRequest page) {
    return Page.ofOneMore(
        page,
        jdbc.sql(
                """
                select * from repository_import
                 where bulk_id = :bulk and (:state::text is null or state = :state)
                 order by id offset :start limit :limit
                """)
            .param("bulk", id)
            .param("state", state == null ? null : state.name())
            .param("start", page.start())
            .param("limit", page.oneMore())
            .query(ImportRow::repositoryImport)
            .list());
  }

  /** Cancels queued imports, and asks running ones to stop, whose ids it returns. */
  List<Long> cancel(long id) {
    jdbc.sql(
            "update bulk_import set cancelled_at = coalesce(cancelled_at, now()) where id = ? and"
                + " exists (select 1 from repository_import where bulk_id = ? and state in"
                + " ('QUEUED', 'RUNNING'))")
        .params(id, id)
        .update();
    jdbc.sql(
            """
            update repository_import set state = 'CANCELLED', ended_at = now()
             where bulk_id = ? and state = 'QUEUED'
            """)
        .param(id)
        .update();
    return jdbc.sql(
            """
            update repository_import set cancel_requested = true
             where bulk_id = ? and state = 'RUNNING' returning id
            """)
        .param(id)
        .query((row, number) -> row.getLong(1))
        .list();
  }

  /** Queues failed and cancelled imports again; returns their number. */
  int requeue(long id) {
    jdbc.sql("update bulk_import set cancelled_at = null where id = ?").param(id).update();
    return jdbc.sql(
            """
            update repository_import
               set state = 'QUEUED', cancel_requested = false, phase = 'WAITING', percent = null,
                   done = 0, total = null, bytes = 0, problem = null, message = null,
                   started_at = null, ended_at = null
             where bulk_id = ? and state in ('FAILED', 'CANCELLED')
            """)
        .param(id)
        .update();
  }

  private record Bulk(
      long id,
      String folder,
      @Nullable String projectKey,
      String actorName,
      Instant createdAt,
      @Nullable Instant cancelledAt) {}

  private static BulkImport bulkImport(ResultSet row, int number) throws SQLException {
    Map<ImportState, Long> counts = new EnumMap<>(ImportState.class);
    for (ImportState state : ImportState.values()) {
      long count = row.getLong(state.name());
      if (count > 0) {
        counts.put(state, count);
      }
    }
    Bulk bulk = BULK.mapRow(row, number);
    return new BulkImport(
        bulk.id(),
        bulk.folder(),
        bulk.projectKey(),
        bulk.actorName(),
        bulk.createdAt(),
        bulk.cancelledAt(),
        counts);
  }
}
