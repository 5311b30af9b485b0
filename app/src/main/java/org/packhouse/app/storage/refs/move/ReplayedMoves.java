package org.packhouse.app.storage.refs.move;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.app.platform.outbox.Outbox;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.hooks.Actor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Publishes ref moves that a backup recorded after it had copied the database: that copy lacks
 * their events, and the rows of their listeners and callers. A merge among them is recognised as if
 * it had been pushed.
 */
@Component
class ReplayedMoves {

  private static final Logger LOG = LoggerFactory.getLogger(ReplayedMoves.class);

  private final RefMovePool pool;
  private final Outbox outbox;
  private final JsonMapper json = JsonMappers.stored();

  ReplayedMoves(RefMovePool pool, Outbox outbox) {
    this.pool = pool;
    this.outbox = outbox;
  }

  private record ReplayedUpdate(
      long version, UUID id, String cause, Actor actor, Instant when, List<Move> moves) {}

  /** Notes moves above a version to be published, in the caller's transaction. */
  static void note(JdbcClient transaction, long repositoryId, long afterVersion) {
    transaction
        .sql(
            """
            insert into replayed_ref_moves (repository_id, after_version) values (?, ?)
            on conflict do nothing
            """)
        .params(repositoryId, afterVersion)
        .update();
  }

  /** Writes the events of all noted moves; on failure the rest stays noted. */
  void publish() throws IOException {
    List<Long> repositories =
        pool.statements()
            .sql("select repository_id from replayed_ref_moves order by repository_id")
            .query((row, _) -> row.getLong(1))
            .list();
    try {
      for (long repositoryId : repositories) {
        int published = pool.transaction(transaction -> publish(transaction, repositoryId));
        LOG.info(
            "ReplayedUpdate listeners of {} updates of repository {} that are younger than the restored database",
            published,
            repositoryId);
      }
    } catch (SQLException e) {
      throw new IOException("Ref moves of a restored backup could not be published", e);
    }
    if (!repositories.isEmpty()) {
      outbox.committed();
    }
  }

  private int publish(JdbcClient transaction, long repositoryId) {
    Optional<Long> after =
        transaction
            .sql("delete from replayed_ref_moves where repository_id = ? returning after_version")
            .param(repositoryId)
            .query(Long.class)
            .optional();
    List<ReplayedUpdate> updates =
        after.isEmpty() ? List.of() : updates(transaction, repositoryId, after.get());
    for (ReplayedUpdate each : updates) {
      RefsMovedPayload event =
          new RefsMovedPayload(
              each.id(), each.cause(), each.actor(), each.when(), null, each.moves());
      outbox.append(
          transaction, RefsMovedPayload.TYPE, repositoryId, json.writeValueAsString(event));
    }
    return updates.size();
  }

  private static List<ReplayedUpdate> updates(
      JdbcClient transaction, long repositoryId, long after) {
    List<ReplayedUpdate> updates = new ArrayList<>();
    transaction
        .sql(
            """
            select ref_version, update_id, cause, actor_id, moved_at, ref_name, old_value, new_value
              from ref_move
             where repository_id = ? and ref_version > ? and ref_name <> 'HEAD'
               and cause is not null
             order by ref_version, ordinal
            """)
        .params(repositoryId, after)
        .query(row -> {
          long version = row.getLong("ref_version");
          if (updates.isEmpty() || updates.getLast().version() != version) {
            updates.add(update(row, version));
          }
          updates
              .getLast()
              .moves()
              .add(
                  new Move(
                      row.getString("ref_name"),
                      row.getString("old_value"),
                      row.getString("new_value")));
        });
    return updates;
  }

  private static ReplayedUpdate update(ResultSet row, long version) throws SQLException {
    return new ReplayedUpdate(
        version,
        row.getObject("update_id", UUID.class),
        row.getString("cause"),
        actor(row.getObject("actor_id", Long.class)),
        row.getObject("moved_at", OffsetDateTime.class).toInstant(),
        new ArrayList<>());
  }

  /** Rows of moves keep no name of an actor without an account. */
  private static Actor actor(@Nullable Long userId) {
    return new Actor(userId, userId == null ? "backup" : "user:" + userId);
  }
}
