package org.packhouse.app.platform.node;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * The state of this node. It follows the server's life (starting, active, stopping), what was asked
 * of the node (draining), and what the {@linkplain StateSource sources} demand; the gravest wins.
 */
@Component
public final class NodeStatus {

  private static final Logger LOG = LoggerFactory.getLogger(NodeStatus.class);

  private final ObjectProvider<StateSource> sources;
  private final StateProbe probe;
  private final AtomicReference<NodeState> life = new AtomicReference<>(NodeState.STARTING);
  private final AtomicReference<@Nullable NodeState> reported = new AtomicReference<>();

  NodeStatus(ObjectProvider<StateSource> sources, StateProbe probe) {
    this.sources = sources;
    this.probe = probe;
  }

  /** The state now: sources are asked at most once in a second, and waited for briefly. */
  public NodeState state() {
    NodeState now = life.get();
    NodeState state = now == NodeState.STARTING || now == NodeState.STOPPING ? now : running(now);
    NodeState before = reported.getAndSet(state);
    if (before != state) {
      LOG.info("Node is {} (was {})", state, before);
    }
    return state;
  }

  private NodeState running(NodeState now) {
    NodeState demanded = probe.demanded(sources());
    if (demanded == NodeState.ERROR) {
      return demanded;
    }
    return now == NodeState.ACTIVE ? demanded : now;
  }

  private List<StateSource> sources() {
    return sources.orderedStream().toList();
  }

  /** Asks the sources anew at the next {@link #state}: one of them has just changed its mind. */
  public void recheck() {
    probe.forget();
  }

  /** Finish what there is, take no new work: load balancers look elsewhere. */
  public void drain() {
    life.compareAndSet(NodeState.ACTIVE, NodeState.DRAINING);
  }

  /** Ends {@link #drain}. */
  public void activate() {
    life.compareAndSet(NodeState.DRAINING, NodeState.ACTIVE);
  }

  @EventListener
  void ready(ApplicationReadyEvent event) {
    life.compareAndSet(NodeState.STARTING, NodeState.ACTIVE);
  }

  @EventListener
  void closed(ContextClosedEvent event) {
    life.set(NodeState.STOPPING);
  }
}
