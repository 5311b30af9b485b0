package org.packhouse.app.web.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Tickets.BusyException;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;

class BusyNoticeTest {

  private static final TicketRequest CLONE =
      TicketRequest.of(Work.CLONE, Target.repository(1), "ada");

  private static TestingServer.Builder narrow() {
    return TestingServer.builder()
        .with("throttle.resource.scm-hosting.strategy", "fixed")
        .with("throttle.resource.scm-hosting.fixed.limit", "1")
        .with("throttle.resource.scm-hosting.timeout", "0s");
  }

  private static void refuse(TestingServer server) throws Exception {
    Tickets tickets = server.get(Tickets.class);
    try (Ticket _ = tickets.acquire(CLONE)) {
      assertThatThrownBy(() -> tickets.acquire(CLONE)).isInstanceOf(BusyException.class);
    }
  }

  /** Much longer than it may stay, and much less than minutes. */
  private static final Duration SOON = Duration.ofSeconds(60);

  @Test
  void showsWhileAnOperationWaitsAndGoesSoonAfter() throws Exception {
    try (TestingServer server =
            narrow().with("throttle.resource.scm-hosting.timeout", "5m").start();
        ExecutorService other = Executors.newVirtualThreadPerTaskExecutor()) {
      Tickets tickets = server.get(Tickets.class);
      BusyNotice notice = server.get(BusyNotice.class);
      Future<?> waiting;
      try (Ticket _ = tickets.acquire(CLONE)) {
        waiting =
            other.submit(() -> {
              tickets.acquire(CLONE).close();
              return null;
            });
        await().until(() -> "queued".equals(notice.kind()));
        assertThat(TestingRest.anonymous(server).get("/login").response().body())
            .contains("wait for their turn");
      }
      waiting.get();
      await().atMost(SOON).until(() -> notice.kind() == null);
    }
  }

  @Test
  void staysForAWhileAfterARefusal() throws Exception {
    try (TestingServer server = narrow().start()) {
      BusyNotice notice = server.get(BusyNotice.class);
      assertThat(server.get(BusySettings.class).timeout()).isEqualTo(Duration.ofSeconds(10));
      assertThat(notice.kind()).isNull();
      refuse(server);
      await().until(() -> "refused".equals(notice.kind()));
      assertThat(TestingRest.anonymous(server).get("/login").response().body())
          .contains("banner bad", "are refused")
          .doesNotContain("See throttling");
      await().atMost(SOON).until(() -> notice.kind() == null);
    }
  }

  @Test
  void endsWithItsTime() throws Exception {
    try (TestingServer server =
        narrow().with("throttle.resource.busy.message.timeout", "0").start()) {
      refuse(server);
      assertThat(server.get(BusyNotice.class).kind()).isNull();
    }
  }
}
