package org.packhouse.app.platform.queue;

import java.util.List;
import org.packhouse.app.platform.node.DeadSessionKept;
import org.packhouse.app.platform.node.SessionEnded;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Has rows that a dead node had claimed worked on at once. */
@Component
class DeadNodeClaims {

  private static final Logger LOG = LoggerFactory.getLogger(DeadNodeClaims.class);

  private final List<ClaimedRows> tables;
  private final List<ClaimedQueue> queues;

  DeadNodeClaims(List<ClaimedRows> tables, List<ClaimedQueue> queues) {
    this.tables = tables;
    this.queues = queues;
  }

  @EventListener
  void on(SessionEnded event) {
    LOG.debug("Looking for the claims of dead session {}", event.session());
    queues.forEach(ClaimedQueue::claimsFell);
  }

  /** The row of this session stays, so that its claims do not fall by themselves. */
  @EventListener
  void on(DeadSessionKept event) {
    tables.forEach(it -> it.releaseAllBut(event.session(), List.of()));
    queues.forEach(ClaimedQueue::claimsFell);
  }
}
