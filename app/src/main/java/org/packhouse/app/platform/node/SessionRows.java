package org.packhouse.app.platform.node;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The tables {@code node_session} and {@code refused_node}. */
final class SessionRows {

  private static final RowMapper<Row> ROW = new SimplePropertyRowMapper<>(Row.class);

  private static final RowMapper<Refused> REFUSED = new SimplePropertyRowMapper<>(Refused.class);

  private static final String LIVING = "heartbeat_at >= now() - make_interval(secs => ?)";

  private final JdbcClient sql;
  private final Duration deadAfter;

  SessionRows(JdbcClient sql, Duration deadAfter) {
    this.sql = sql;
    this.deadAfter = deadAfter;
  }

  /** Lock and file are null for sessions of older versions. */
  record Row(
      UUID id,
      String name,
      @Nullable String lock,
      @Nullable String machine,
      long process,
      @Nullable UUID file,
      OffsetDateTime heartbeat) {

    String described() {
      return "%s (session %s, process %d)".formatted(name, id, process);
    }
  }

  record Refused(long id, String name, String reason) {}

  /** Serialises sessions' choice of names until the transaction ends. */
  void lockNames() {
    sql.sql("select pg_advisory_xact_lock(hashtext('packhouse.nodes'))").query((_, _) -> 0).list();
  }

  void insert(UUID id, String name, String lock, UUID file) {
    long process = ProcessHandle.current().pid();
    sql.sql(
            """
            insert into node_session
              (id, node_name, address, local_lock, machine, process, shared_file)
            values (?, ?, ?, ?, ?, ?, ?)
            """)
        .params(id, name, "process " + process, lock, Machine.processes(), process, file)
        .update();
  }

  /** Returns sessions with a fresh heartbeat, except one. */
  List<Row> living(@Nullable UUID but) {
    return sql.sql(
            """
            select id, node_name as name, local_lock as lock, machine,
                   coalesce(process, 0) as process, shared_file as file, heartbeat_at as heartbeat
              from node_session where id is distinct from cast(? as uuid) and
            """
                + LIVING)
        .param(but)
        .param(deadAfter.toSeconds())
        .query(ROW)
        .list();
  }

  /** Marks a session dead, unless its heartbeat has changed since it was read. */
  boolean expire(Row row) {
    return sql.sql(
                "update node_session set heartbeat_at = 'epoch' where id = ? and heartbeat_at = ?")
            .params(row.id(), row.heartbeat())
            .update()
        > 0;
  }

  /** Returns false if the session was marked dead. */
  boolean beat(UUID id) {
    return sql.sql(
                "update node_session set heartbeat_at = now() where id = ? and heartbeat_at > 'epoch'")
            .param(id)
            .update()
        > 0;
  }

  List<UUID> dead(UUID but) {
    return sql.sql("select id from node_session where id <> ? and not " + LIVING)
        .params(but, deadAfter.toSeconds())
        .query((row, _) -> row.getObject(1, UUID.class))
        .list();
  }

  /** Locks a dead session, unless another node is ending it or has. */
  Optional<Row> lockDead(UUID id) {
    return sql.sql(
            """
            select id, node_name as name, local_lock as lock, machine,
                   coalesce(process, 0) as process, shared_file as file, heartbeat_at as heartbeat
              from node_session where id = ? and not
            """
                + LIVING
                + " for update skip locked")
        .params(id, deadAfter.toSeconds())
        .query(ROW)
        .optional();
  }

  List<UUID> all() {
    return sql.sql("select id from node_session")
        .query((row, _) -> row.getObject(1, UUID.class))
        .list();
  }

  void delete(UUID id) {
    sql.sql("delete from node_session where id = ?").param(id).update();
  }

  /** Records a refused node for the running ones. */
  void refused(String name, String reason) {
    sql.sql("delete from refused_node where refused_at < now() - interval '1 day'").update();
    sql.sql("insert into refused_node (node_name, reason) values (?, ?)")
        .params(name, reason)
        .update();
  }

  List<Refused> refusedAfter(long id) {
    return sql.sql(
            "select id, node_name as name, reason from refused_node where id > ? order by id")
        .param(id)
        .query(REFUSED)
        .list();
  }

  /** Returns the id of the latest refusal, or 0. */
  long lastRefused() {
    return sql.sql("select coalesce(max(id), 0) from refused_node").query(Long.class).single();
  }
}
