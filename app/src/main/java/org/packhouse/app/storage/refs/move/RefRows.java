package org.packhouse.app.storage.refs.move;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.app.platform.outbox.Outbox;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.RefNames;
import org.packhouse.hooks.Actor;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The rows of ref moves: the version row that is the lock, pending updates and recorded moves. */
@Component
public class RefRows {

  private static final String VERSION_ROW =
      """
      select v.repository_id, v.ref_version, r.archived, r.trashed_at is not null as trashed,
             v.refs_packed
        from repository_version v join repository r on r.id = v.repository_id
      """;
  private static final RowMapper<Move> MOVE = new SimplePropertyRowMapper<>(Move.class);

  private final Outbox outbox;
  private final Clock clock;
  private final JsonMapper json = JsonMappers.stored();

  RefRows(Outbox outbox, Clock clock) {
    this.outbox = outbox;
    this.clock = clock;
  }

  /** A locked version row; {@code packings} counts how often refs were packed. */
  record Locked(long repositoryId, long version, boolean archived, boolean trashed, long packings) {

    static Locked of(ResultSet row) throws SQLException {
      return new Locked(
          row.getLong("repository_id"),
          row.getLong("ref_version"),
          row.getBoolean("archived"),
          row.getBoolean("trashed"),
          row.getLong("refs_packed"));
    }
  }

  /** The pending updates of a repository, and the recorded values of one update's refs. */
  record Pending(List<PendingUpdate> updates, Map<String, String> stored) {}

  void insertPending(JdbcClient sql, PendingUpdate update) {
    sql.sql(
            """
            insert into pending_ref_update
                   (id, repository_id, node_session, cause, actor_id, actor_name, changes)
            values (?, ?, ?, ?, ?, ?, ?::jsonb)
            """)
        .params(update.id(), update.repositoryId(), update.session(), update.cause())
        .param(update.actor().userId())
        .params(update.actor().name(), json.writeValueAsString(update.changes()))
        .update();
  }

  /** Locks the version row until the transaction ends; empty if the repository is deleted. */
  public Optional<Locked> lock(JdbcClient transaction, long repositoryId) {
    Optional<Locked> locked = lockExisting(transaction, repositoryId);
    if (locked.isPresent()) {
      return locked;
    }
    int inserted =
        transaction
            .sql(
                """
                insert into repository_version (repository_id)
                select id from repository where id = ? on conflict do nothing
                """)
            .param(repositoryId)
            .update();
    return inserted == 0 ? locked : lockExisting(transaction, repositoryId);
  }

  private static Optional<Locked> lockExisting(JdbcClient transaction, long repositoryId) {
    return transaction
        .sql(VERSION_ROW + " where v.repository_id = ? for update of v")
        .param(repositoryId)
        .query((row, _) -> Locked.of(row))
        .optional();
  }

  /** Locks the version row without waiting; empty if it has another version or is locked. */
  Optional<Locked> lockFree(JdbcClient transaction, long repositoryId, long version) {
    return transaction
        .sql(
            VERSION_ROW
                + " where v.repository_id = ? and v.ref_version = ? for update of v skip locked")
        .params(repositoryId, version)
        .query((row, _) -> Locked.of(row))
        .optional();
  }

  List<PendingUpdate> pendingIn(JdbcClient sql, long repositoryId) {
    return sql.sql("select * from pending_ref_update where repository_id = ? order by created_at")
        .param(repositoryId)
        .query(this::pending)
        .list();
  }

  /** Must be a separate statement: the one that took the lock sees other tables as before it. */
  Pending pendingIn(JdbcClient sql, long repositoryId, UUID updateId) {
    Map<String, String> stored = new HashMap<>();
    List<PendingUpdate> updates =
        sql.sql(
                """
                select p.*,
                       case when p.id = ? then (
                         select jsonb_object_agg(c.ref, last.new_value)
                           from jsonb_to_recordset(p.changes) as c(ref text)
                           cross join lateral (
                             select m.new_value from ref_move m
                              where m.repository_id = p.repository_id and m.ref_name = c.ref
                              order by m.ref_version desc, m.ordinal desc limit 1) last)
                       end as stored
                  from pending_ref_update p where p.repository_id = ? order by p.created_at
                """)
            .params(updateId, repositoryId)
            .query((row, number) -> {
              String values = row.getString("stored");
              if (values != null) {
                stored.putAll(json.readValue(values, new TypeReference<Map<String, String>>() {}));
              }
              return pending(row, number);
            })
            .list();
    return new Pending(updates, stored);
  }

  List<PendingUpdate> pendingOf(JdbcClient sql, UUID session) {
    return sql.sql("select * from pending_ref_update where node_session = ? order by created_at")
        .param(session)
        .query(this::pending)
        .list();
  }

  private PendingUpdate pending(ResultSet row, int number) throws SQLException {
    return new PendingUpdate(
        row.getObject("id", UUID.class),
        row.getLong("repository_id"),
        row.getObject("node_session", UUID.class),
        row.getString("cause"),
        new Actor(row.getObject("actor_id", Long.class), row.getString("actor_name")),
        null,
        json.readValue(row.getString("changes"), new TypeReference<List<Move>>() {}));
  }

  void deletePending(JdbcClient transaction, UUID id) {
    transaction.sql("delete from pending_ref_update where id = ?").param(id).update();
  }

  /** The caller must hold the version row. */
  void notePacking(JdbcClient transaction, long repositoryId) {
    transaction
        .sql("update repository_version set refs_packed = refs_packed + 1 where repository_id = ?")
        .param(repositoryId)
        .update();
  }

  void writeMoves(JdbcClient transaction, Locked locked, PendingUpdate update, List<Move> moves) {
    long version = locked.version() + 1;
    OffsetDateTime now = clock.instant().atOffset(ZoneOffset.UTC);
    transaction
        .sql(
            """
            insert into ref_move (repository_id, ref_version, ordinal, ref_name, old_value,
                                  new_value, update_id, moved_at, actor_id, cause)
            select ?, ?, m.ordinality, m.ref, m."from", m."to", ?, ?, cast(? as bigint), ?
              from rows from (jsonb_to_recordset(?::jsonb) as (ref text, "from" text, "to" text))
                   with ordinality as m(ref, "from", "to", ordinality)
            """)
        .params(locked.repositoryId(), version, update.id(), now)
        .param(update.actor().userId())
        .params(update.cause(), json.writeValueAsString(moves))
        .update();
    boolean pullRequests =
        moves.stream().anyMatch(move -> move.ref().startsWith(RefNames.PULL_REQUESTS));
    transaction
        .sql(
            """
            update repository_version
               set ref_version = ?, pull_request_ref_version = pull_request_ref_version + ?
             where repository_id = ?
            """)
        .params(version, pullRequests ? 1 : 0, locked.repositoryId())
        .update();
    List<Move> refs = moves.stream().filter(move -> !move.isHead()).toList();
    if (!refs.isEmpty()) {
      RefsMovedPayload event =
          new RefsMovedPayload(
              update.id(),
              update.cause(),
              update.actor(),
              now.toInstant(),
              update.requestId(),
              refs);
      outbox.append(
          transaction,
          RefsMovedPayload.TYPE,
          locked.repositoryId(),
          json.writeValueAsString(event));
    }
  }

  static Map<String, String> stored(JdbcClient sql, long repositoryId) {
    Map<String, String> stored = new HashMap<>();
    sql.sql(
            """
            select distinct on (ref_name) ref_name, new_value from ref_move
             where repository_id = ? order by ref_name, ref_version desc, ordinal desc
            """)
        .param(repositoryId)
        .query(row -> {
          stored.put(row.getString(1), row.getString(2));
        });
    return stored;
  }

  Optional<String> lastValue(JdbcClient sql, long repositoryId, String ref) {
    return sql.sql(
            """
            select new_value from ref_move where repository_id = ? and ref_name = ?
             order by ref_version desc, ordinal desc limit 1
            """)
        .params(repositoryId, ref)
        .query(String.class)
        .optional();
  }

  /** Marks the moves of an update as recorded by recovery without its caller's rows. */
  void markRecovered(JdbcClient transaction, UUID updateId) {
    transaction
        .sql("update ref_move set recovered = true where update_id = ?")
        .param(updateId)
        .update();
  }

  /** Clears the mark, and returns whether recovery had recorded the moves without the rows. */
  boolean unmarkRecovered(JdbcClient transaction, UUID updateId) {
    return transaction
            .sql("update ref_move set recovered = null where update_id = ? and recovered")
            .param(updateId)
            .update()
        > 0;
  }

  List<Move> movedBy(JdbcClient sql, UUID updateId) {
    return sql.sql(
            """
            select ref_name as ref, old_value as from, new_value as to from ref_move
             where update_id = ?
            """)
        .param(updateId)
        .query(MOVE)
        .list();
  }
}
