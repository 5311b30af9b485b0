package org.packhouse.app.source.sync;

import java.util.List;
import org.packhouse.app.platform.outbox.Outbox;
import org.packhouse.hooks.RefsMoved;
import org.packhouse.hooks.SelectiveListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Publishes one event for each synchronized fork, so that one that fails is retried alone. */
@Component
class OriginPushes implements SelectiveListener {

  private final SyncRows rows;
  private final JdbcClient jdbc;
  private final Outbox outbox;

  OriginPushes(SyncRows rows, JdbcClient jdbc, Outbox outbox) {
    this.rows = rows;
    this.jdbc = jdbc;
    this.outbox = outbox;
  }

  @Override
  public String name() {
    return "fork-origins";
  }

  @Override
  public boolean isConcerned(List<RefsMoved> events) {
    return !rows.followers(events.getFirst().repository().value()).isEmpty();
  }

  @Override
  public void refsMoved(List<RefsMoved> events) {
    List<Long> followers = rows.followers(events.getFirst().repository().value());
    if (!followers.isEmpty()) {
      for (RefsMoved event : events) {
        outbox.append(jdbc, OriginMoves.TYPE, followers, OriginMoves.toJson(event.changes()));
      }
      outbox.committed();
    }
  }
}
