package org.packhouse.app.hosting.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.TestingTickets;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;

class TicketBeansTest {

  private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();

  @Test
  void showsTicketsByTheNamesThatToolsKnow() throws Exception {
    ObjectName name = new ObjectName("com.atlassian.bitbucket:name=CommandTickets");
    List<ObjectName> others = new ArrayList<>(beans.queryNames(name, null));
    for (ObjectName other : others) {
      // That of the server which tests share.
      beans.unregisterMBean(other);
    }
    Tickets tickets = TestingTickets.limited(Bucket.SCM_COMMAND, 3);
    TicketBeans shown = new TicketBeans(tickets);
    shown.afterSingletonsInstantiated();
    try (Ticket _ =
        tickets.acquire(TicketRequest.of(Work.LARGE_FILE, Target.repository(1), "ada"))) {
      String[] attributes = {"Available", "Used", "Total", "QueuedRequests"};
      assertThat(
              Stream.of(attributes)
                  .map(attribute -> {
                    try {
                      return new Attribute(attribute, beans.getAttribute(name, attribute));
                    } catch (JMException e) {
                      throw new IllegalStateException(e);
                    }
                  }))
          .containsExactly(
              new Attribute("Available", 2),
              new Attribute("Used", 1),
              new Attribute("Total", 3),
              new Attribute("QueuedRequests", 0));
      assertThat(beans.isRegistered(new ObjectName("com.atlassian.bitbucket:name=HostingTickets")))
          .isTrue();
      new TicketBeans(tickets).afterSingletonsInstantiated();
    } finally {
      shown.destroy();
    }
    assertThat(beans.isRegistered(name)).isFalse();
  }
}
