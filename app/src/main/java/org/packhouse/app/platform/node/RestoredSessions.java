package org.packhouse.app.platform.node;

import org.springframework.jdbc.core.simple.JdbcClient;

/** The sessions in a restored database. Not a bean of the server. */
public final class RestoredSessions {

  private final JdbcClient sql;

  RestoredSessions(JdbcClient sql) {
    this.sql = sql;
  }

  /** Marks all of them dead, so that the next server ends what they began. */
  public void declareDead() {
    sql.sql("update node_session set heartbeat_at = 'epoch'").update();
  }
}
