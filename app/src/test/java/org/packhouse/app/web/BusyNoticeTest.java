package org.packhouse.app.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
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

  @Test
  void staysForFiveMinutesAfterARefusal() throws Exception {
    try (TestingServer server = narrow().start()) {
      BusyNotice notice = server.get(BusyNotice.class);
      assertThat(server.get(BusySettings.class).timeout()).isEqualTo(Duration.ofMinutes(5));
      assertThat(notice.kind()).isNull();
      refuse(server);
      await().until(() -> "refused".equals(notice.kind()));
      assertThat(TestingRest.anonymous(server).get("/login").response().body())
          .contains("banner bad", "are refused")
          .doesNotContain("See throttling");
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
