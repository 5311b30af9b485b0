package org.packhouse.app.storage.refs;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.packhouse.app.platform.outbox.Outbox;
import org.packhouse.hooks.Actor;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The rows of ref moves: the version that is the lock, what is pending, what has moved. */
@Component
class RefRows {

  private final Outbox outbox;
  private final Clock clock;
  private final JsonMapper json = JsonMapper.shared();

  RefRows(Outbox outbox, Clock clock) {
    this.outbox = outbox;
    this.clock = clock;
  }

  /** A locked repository. */
  record Locked(long repositoryId, long version, boolean archived, boolean trashed) {}

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

  /** Locks a repository's version until the transaction ends; empty if it is deleted. */
  Optional<Locked> lock(JdbcClient transaction, long repositoryId) {
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
        .sql(
            """
            select v.ref_version, r.archived, r.trashed_at is not null
              from repository_version v join repository r on r.id = v.repository_id
             where v.repository_id = ? for update of v
            """)
        .param(repositoryId)
        .query((row, number) ->
            new Locked(repositoryId, row.getLong(1), row.getBoolean(2), row.getBoolean(3)))
        .optional();
  }

  /** The same, unless the version is another one or somebody has locked it: waits for nobody. */
  Optional<Locked> lockFree(JdbcClient transaction, long repositoryId, long version) {
    return transaction
        .sql(
            """
            select v.ref_version, r.archived, r.trashed_at is not null
              from repository_version v join repository r on r.id = v.repository_id
             where v.repository_id = ? and v.ref_version = ? for update of v skip locked
            """)
        .params(repositoryId, version)
        .query((row, number) ->
            new Locked(repositoryId, row.getLong(1), row.getBoolean(2), row.getBoolean(3)))
        .optional();
  }

  /** Every pending update of a repository. */
  List<PendingUpdate> pendingIn(JdbcClient sql, long repositoryId) {
    return sql.sql("select * from pending_ref_update where repository_id = ? order by created_at")
        .param(repositoryId)
        .query(this::pending)
        .list();
  }

  /** Every pending update of a session. */
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

  /** Writes what moves: the rows, the next version, the event. */
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

  /** The value of a ref after its last move that was written. */
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

  /** What an update that is no longer pending has moved. */
  List<Move> movedBy(JdbcClient sql, UUID updateId) {
    return sql.sql("select ref_name, old_value, new_value from ref_move where update_id = ?")
        .param(updateId)
        .query((row, number) -> new Move(row.getString(1), row.getString(2), row.getString(3)))
        .list();
  }
}
