package org.packhouse.app.platform.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.testing.TestingDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Compares the waits of a back-off in Java with those that PostgreSQL computes. */
class BackoffTest {

  private static String url = "";

  private final Backoff backoff = new Backoff(Duration.ofSeconds(4), Duration.ofHours(1));

  @BeforeAll
  static void makeDatabase() {
    url = TestingDatabase.create();
  }

  @ParameterizedTest
  @CsvSource({"0, 4", "1, 8", "9, 2048", "10, 3600", "100, 3600"})
  void doublesTheWaitUpToTheMaximum(int failures, long seconds) {
    assertThat(backoff.after(failures)).isEqualTo(Duration.ofSeconds(seconds));
    String statement = "select extract(epoch from %s)".formatted(backoff.interval("?"));
    assertThat(
            JdbcClient.create(new DriverManagerDataSource(url, "postgres", ""))
                .sql(statement)
                .param(failures)
                .query(Long.class)
                .single())
        .isEqualTo(seconds);
  }
}
