package org.packhouse.app.platform.node;

import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The sessions that have come with a copy of the database. Their processes belong to the cluster
 * that the copy is of. Not a bean of the server; whatever restores a backup imports it.
 */
public final class RestoredSessions {

  private final JdbcClient sql;

  RestoredSessions(JdbcClient sql) {
    this.sql = sql;
  }

  /** Declares all of them dead, so that the next server to start ends what they began. */
  public void declareDead() {
    sql.sql("update node_session set heartbeat_at = 'epoch'").update();
  }
}
