package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.testing.TestingDatabase;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.orm.jpa.JpaSystemException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;

class DatabaseTroubleTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "08000", "08001", "08003", "08004", "08006", "08007", "57P01", "57P02", "57P03", "57P05",
        "25P03", "25P04"
      })
  void isAnEndOfTheConnectionByItsState(String state) {
    assertThat(DatabaseTrouble.of(new SQLException("broken", state)))
        .isEqualTo(DatabaseTrouble.AWAY);
  }

  /** What Spring and Hibernate make of a broken connection. */
  static Stream<Exception> wrapped() {
    SQLException broken = new SQLException("broken", "08006");
    TransactionSystemException both = new TransactionSystemException("rollback failed");
    both.initApplicationException(new DataAccessResourceFailureException("first", broken));
    Exception suppressing = new IllegalStateException("last");
    suppressing.addSuppressed(broken);
    SQLException next = new SQLException("batch failed");
    next.setNextException(broken);
    return Stream.of(
        new CannotCreateTransactionException("no transaction", broken),
        new TransactionSystemException("commit failed", broken),
        new JpaSystemException(new IllegalStateException(broken)),
        new DataAccessResourceFailureException("no connection", broken),
        new RecoverableDataAccessException("try again", broken),
        both,
        suppressing,
        next);
  }

  @ParameterizedTest
  @MethodSource
  void wrapped(Exception failure) {
    assertThat(DatabaseTrouble.of(failure)).isEqualTo(DatabaseTrouble.AWAY);
  }

  @Test
  void isAConnectionThatThePoolHasClosedAsBroken() throws SQLException {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(TestingDatabase.create());
    config.setUsername("postgres");
    try (HikariDataSource pool = new HikariDataSource(config)) {
      Connection closed;
      try (Connection connection = pool.getConnection()) {
        closed = connection;
      }
      assertThatThrownBy(() -> closed.prepareStatement("select 1"))
          .isInstanceOf(SQLException.class)
          .satisfies(it -> assertThat(DatabaseTrouble.of(it)).isEqualTo(DatabaseTrouble.AWAY));
    }
  }

  @Test
  void isNoMistakeOfTheServer() {
    assertThat(DatabaseTrouble.of(new SQLException("no such column", "42703"))).isNull();
    assertThat(DatabaseTrouble.of(new IllegalStateException("of the server"))).isNull();
  }
}
