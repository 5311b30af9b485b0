package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class AsynchronousCommitTest {

  private static final TestingServer SERVER = TestingServer.shared();

  private static String settingIn(JdbcClient sql) {
    return sql.sql("show synchronous_commit").query(String.class).single();
  }

  private static String settingWithCondition(JdbcClient sql) {
    return sql.sql(
            "select current_setting('synchronous_commit') where " + AsynchronousCommit.condition())
        .query(String.class)
        .single();
  }

  @Test
  void isForThatStatementAlone() throws SQLException {
    try (Connection connection = SERVER.get(DataSource.class).getConnection()) {
      JdbcClient sql = JdbcClient.create(new SingleConnectionDataSource(connection, true));
      sql.sql("set synchronous_commit = on").update();
      try {
        assertThat(settingWithCondition(sql)).isEqualTo("off");
        assertThat(settingIn(sql)).isEqualTo("on");
      } finally {
        sql.sql("reset synchronous_commit").update();
      }
    }
  }

  @Test
  void leavesATransactionAsItIs() {
    JdbcClient sql = SERVER.get(JdbcClient.class);
    TransactionTemplate transaction =
        new TransactionTemplate(SERVER.get(PlatformTransactionManager.class));

    String setting =
        transaction.execute(_ -> {
          sql.sql("set local synchronous_commit = on").update();
          return settingWithCondition(sql);
        });

    assertThat(setting).isEqualTo("on");
  }
}
