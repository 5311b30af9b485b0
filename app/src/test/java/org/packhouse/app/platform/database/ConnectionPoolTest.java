package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Threads that are interrupted while they use the only connection of a pool. */
class ConnectionPoolTest {

  private static final String PROCESS = "select pg_backend_pid()";

  private String url;
  private ConnectionPool pool;

  @BeforeEach
  void open() {
    url = TestingDatabase.create();
    pool = new ConnectionPool(description(1));
  }

  @AfterEach
  void close() {
    pool.close();
  }

  private HikariConfig description(int size) {
    HikariConfig description = new HikariConfig();
    description.setJdbcUrl(url);
    description.setUsername("postgres");
    description.setMaximumPoolSize(size);
    return description;
  }

  private int process(ConnectionPool of) {
    return JdbcClient.create(of).sql(PROCESS).query(Integer.class).single();
  }

  @Test
  void keepsItsConnectionWhenAThreadIsInterruptedInTheMidstOfAStatement() throws SQLException {
    int process = process(pool);
    InterruptibleWork work = new InterruptibleWork();
    CompletableFuture<Boolean> interruptedAfter = new CompletableFuture<>();
    try (ConnectionPool other = new ConnectionPool(description(1));
        Connection holder = other.getConnection()) {
      lock(holder);
      Thread.ofVirtual()
          .start(() -> {
            try {
              work.<SQLException>run(() -> {
                try (Connection waiting = pool.getConnection()) {
                  lock(waiting);
                }
                interruptedAfter.complete(Thread.currentThread().isInterrupted());
              });
            } catch (SQLException | RuntimeException e) {
              interruptedAfter.completeExceptionally(e);
            }
          });
      try (ConnectionPool third = new ConnectionPool(description(1))) {
        await().until(() -> waiters(third) == 1);
      }
      work.interrupt();
    }
    assertThat(interruptedAfter.join()).isTrue();
    assertThat(process(pool)).isEqualTo(process);
  }

  private static void lock(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("select pg_advisory_lock(7)");
    }
  }

  private static int waiters(ConnectionPool of) {
    return JdbcClient.create(of)
        .sql(
            "select count(*) from pg_locks where locktype = 'advisory' and not granted"
                + " and database = (select oid from pg_database where datname = current_database())")
        .query(Integer.class)
        .single();
  }

  @Test
  void isUsedAsUsualByAThreadThatWasInterruptedBefore() throws InterruptedException {
    int process = process(pool);
    AtomicBoolean same = new AtomicBoolean();
    AtomicBoolean interruptedAfter = new AtomicBoolean();
    Thread thread =
        Thread.ofVirtual()
            .start(() -> {
              Thread.currentThread().interrupt();
              same.set(process(pool) == process);
              interruptedAfter.set(Thread.currentThread().isInterrupted());
            });
    thread.join();
    assertThat(same).isTrue();
    assertThat(interruptedAfter).isTrue();
    assertThat(process(pool)).isEqualTo(process);
  }

  @Test
  void deliversAnInterruptThatCameBeforeTheWork() {
    InterruptibleWork work = new InterruptibleWork();
    work.interrupt();
    AtomicBoolean interrupted = new AtomicBoolean();
    work.run(() -> interrupted.set(Thread.interrupted()));
    assertThat(interrupted).isTrue();
  }

  @Test
  void isLeftAtOnceByWorkThatIsCalledOff() throws SQLException {
    InterruptibleWork work = new InterruptibleWork();
    CompletableFuture<Throwable> failure = new CompletableFuture<>();
    try (Connection _ = pool.getConnection()) {
      Thread.ofVirtual()
          .start(() -> {
            try {
              work.<SQLException>run(() -> process(pool));
              failure.cancel(true);
            } catch (SQLException | RuntimeException e) {
              failure.complete(e);
            }
          });
      await().until(() -> pool.waiting() == 1);
      work.callOff();
      assertThat(CalledOffException.isCauseOf(failure.join())).isTrue();
      assertThat(pool.waiting()).isZero();
    }
    assertThatThrownBy(() -> work.run(() -> process(pool)))
        .hasRootCauseInstanceOf(CalledOffException.class);
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(process(pool)).isPositive();
  }

  @Test
  void isKeptToTheEndByWorkThatIsCalledOffWhileItHasAConnection() throws SQLException {
    InterruptibleWork work = new InterruptibleWork();
    work.<SQLException>run(() -> {
      try (Connection mine = pool.getConnection()) {
        work.callOff();
        try (var statement = mine.createStatement()) {
          assertThat(statement.execute(PROCESS)).isTrue();
        }
      }
    });
  }
}
