package org.packhouse.app.storage.refs.move;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Limits that PostgreSQL keeps for connections that move refs. */
class RefMovePoolTest {

  /** Narrower than those of the pool whose address it has. */
  @Test
  void hasLimitsOfItsOwn() {
    JdbcClient sql = TestingServer.shared().get(RefMovePool.class).statements();
    assertThat(
            sql.sql(
                    """
                    select current_setting('idle_in_transaction_session_timeout')
                           || ' ' || current_setting('lock_timeout')
                           || ' ' || current_setting('tcp_keepalives_idle')
                    """)
                .query(String.class)
                .single())
        .isEqualTo("15s 10s 10");
  }
}
