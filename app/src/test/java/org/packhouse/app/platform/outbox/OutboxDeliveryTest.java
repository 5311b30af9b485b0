package org.packhouse.app.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingDatabase;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

class OutboxDeliveryTest {

  private static String url = "";

  private final JdbcClient sql =
      JdbcClient.create(new DriverManagerDataSource(url, "postgres", ""));

  @BeforeAll
  static void makeDatabase() {
    url = TestingDatabase.create();
    Flyway.configure().dataSource(url, "postgres", "").load().migrate();
  }

  private record Recording(String type, ConcurrentLinkedQueue<String> heard, AtomicInteger failures)
      implements OutboxListener {
    Recording(String type) {
      this(type, new ConcurrentLinkedQueue<>(), new AtomicInteger());
    }

    @Override
    public void deliver(Event event) {
      if (failures.getAndDecrement() > 0) {
        throw new IllegalStateException("not now");
      }
      heard.add(event.repositoryId() + event.payload());
    }
  }

  private void append(String type, long repositoryId) {
    new StoredOutbox(new OutboxDelivery(sql, List.of()))
        .append(sql, type, repositoryId, "{\"a\": 1}");
  }

  private long waiting(String type) {
    return sql.sql("select count(*) from outbox_event where type = ?")
        .param(type)
        .query(Long.class)
        .single();
  }

  @Test
  void tellsEveryListenerOfTheTypeInOrderAndForgets() {
    Recording first = new Recording("told");
    Recording second = new Recording("told");
    Recording other = new Recording("other");
    append("told", 1);
    append("told", 2);
    new OutboxDelivery(sql, new ArrayList<>(List.of(first, second, other))).deliverDue();
    assertThat(first.heard()).containsExactly("1{\"a\": 1}", "2{\"a\": 1}");
    assertThat(second.heard()).hasSize(2);
    assertThat(other.heard()).isEmpty();
    assertThat(waiting("told")).isZero();
  }

  @Test
  void tellsAgainLaterWhatAListenerFailedToTake() {
    Recording failing = new Recording("again");
    failing.failures().set(1);
    append("again", 3);
    OutboxDelivery delivery = new OutboxDelivery(sql, List.of(failing));
    delivery.deliverDue();
    delivery.deliverDue();
    assertThat(failing.heard()).isEmpty();
    assertThat(
            sql.sql("select last_error from outbox_event where type = 'again'")
                .query(String.class)
                .single())
        .contains("not now");
    sql.sql("update outbox_event set next_try_at = now() where type = 'again'").update();
    delivery.deliverDue();
    assertThat(failing.heard()).containsExactly("3{\"a\": 1}");
    assertThat(waiting("again")).isZero();
  }

  @Test
  void waitsLongerAfterEachAttempt() {
    assertThat(OutboxDelivery.waitAfter(1)).isEqualTo(Duration.ofSeconds(2));
    assertThat(OutboxDelivery.waitAfter(2)).isEqualTo(Duration.ofSeconds(4));
    assertThat(OutboxDelivery.waitAfter(50)).isEqualTo(Duration.ofHours(1));
  }
}
