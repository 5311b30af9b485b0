package org.packhouse.app.engine.connector;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.engine.admission.HttpSettings.DrainSettings;
import org.packhouse.app.platform.cluster.LivingNodes;
import org.packhouse.app.platform.node.NodeStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;

/**
 * Drains the node at a stop, before anything closes: {@code /status} is 503 at once, and new work
 * is served until load balancers have seen that.
 */
@Component
final class StopAnnouncement {

  /** Twice the time of a load balancer that asks every second and believes the second failure. */
  static final Duration FOR_OTHER_NODES = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(StopAnnouncement.class);

  private final DrainSettings settings;
  private final NodeStatus node;
  private final LivingNodes living;

  StopAnnouncement(DrainSettings settings, NodeStatus node, LivingNodes living) {
    this.settings = settings;
    this.node = node;
    this.living = living;
  }

  @EventListener(ContextClosedEvent.class)
  @Order(Ordered.HIGHEST_PRECEDENCE)
  void announce() {
    Duration announced = node.drainToStop();
    if (announced == null) {
      return;
    }
    Duration left = time().minus(announced);
    if (left.isPositive()) {
      LOG.info("Serving new work for {} s more, until load balancers know", left.toSeconds());
      try {
        Thread.sleep(left);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  Duration time() {
    @Nullable Duration set = settings.drainAnnounce();
    if (set != null) {
      return set;
    }
    try {
      return living.othersTakeRequests() ? FOR_OTHER_NODES : Duration.ZERO;
    } catch (RuntimeException e) {
      LOG.debug("It is not known whether other nodes take requests", e);
      return FOR_OTHER_NODES;
    }
  }
}
