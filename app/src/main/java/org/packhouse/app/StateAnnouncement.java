package org.packhouse.app;

import org.packhouse.cluster.NodeState;
import org.packhouse.cluster.NodeStates;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Tells the other nodes that this one has started, and that it is about to be gone. */
@Component
class StateAnnouncement {

  private final NodeStates states;

  StateAnnouncement(NodeStates states) {
    this.states = states;
  }

  @EventListener
  void started(ApplicationReadyEvent event) {
    states.announce(NodeState.ACTIVE);
  }

  @EventListener
  void stopping(ContextClosedEvent event) {
    states.announce(NodeState.STOPPING);
  }
}
