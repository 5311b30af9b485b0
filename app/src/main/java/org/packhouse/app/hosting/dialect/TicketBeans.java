package org.packhouse.app.hosting.dialect;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.packhouse.app.platform.rest.ManagedBeanName;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.BucketState;
import org.packhouse.app.platform.throttle.Tickets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.stereotype.Component;

/** Publishes the ticket buckets as JMX beans under the names that monitoring tools know. */
@Component
final class TicketBeans implements SmartInitializingSingleton, DisposableBean {

  private static final Logger LOG = LoggerFactory.getLogger(TicketBeans.class);

  private static final Map<ManagedBeanName, Bucket> BUCKETS =
      Map.of(
          ManagedBeanName.HOSTING_TICKETS, Bucket.SCM_HOSTING,
          ManagedBeanName.COMMAND_TICKETS, Bucket.SCM_COMMAND);

  private final Tickets tickets;
  private final MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
  private final List<ObjectName> registered = new ArrayList<>();

  TicketBeans(Tickets tickets) {
    this.tickets = tickets;
  }

  @Override
  public void afterSingletonsInstantiated() {
    BUCKETS.forEach((name, bucket) -> register(name.wireName(), new Shown(tickets, bucket)));
  }

  private void register(String wireName, Shown shown) {
    try {
      ObjectName name = new ObjectName(wireName);
      beans.registerMBean(new StandardMBean(shown, TicketsMXBean.class, true), name);
      registered.add(name);
    } catch (InstanceAlreadyExistsException e) {
      LOG.debug("Another server of this process has {}", wireName, e);
    } catch (JMException e) {
      LOG.warn("Cannot register the JMX bean {}", wireName, e);
    }
  }

  @Override
  public void destroy() throws JMException {
    for (ObjectName name : registered) {
      if (beans.isRegistered(name)) {
        beans.unregisterMBean(name);
      }
    }
    registered.clear();
  }

  private record Shown(Tickets tickets, Bucket bucket) implements TicketsMXBean {

    @Override
    public int getAvailable() {
      BucketState state = tickets.state(bucket);
      return Math.max(0, state.limit().tickets() - state.used());
    }

    @Override
    public int getUsed() {
      return tickets.state(bucket).used();
    }

    @Override
    public int getTotal() {
      return tickets.state(bucket).limit().tickets();
    }

    @Override
    public int getQueuedRequests() {
      return tickets.state(bucket).queued();
    }
  }
}
