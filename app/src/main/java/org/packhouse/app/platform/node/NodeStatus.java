package org.packhouse.app.platform.node;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.packhouse.cluster.NodeState;
import org.packhouse.cluster.NodeStates;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * The state of this node: the gravest of the server's lifecycle, draining, and the {@linkplain
 * StateSource sources}' demands. Changes are announced to all nodes at once if made or seen by this
 * node's requests, else within {@link #LOOK_EVERY}.
 */
@Component
public final class NodeStatus {

  static final Duration LOOK_EVERY = Duration.ofSeconds(5);

  private static final Duration START_WAIT = Duration.ofSeconds(20);
  private static final int OK = 200;

  private static final Logger LOG = LoggerFactory.getLogger(NodeStatus.class);

  private final ObjectProvider<StateSource> sources;
  private final StateProbe probe;
  private final AtomicReference<NodeState> life = new AtomicReference<>(NodeState.STARTING);
  private final NodeStates states;
  private final CountDownLatch started = new CountDownLatch(1);
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("node-state-watch").factory());
  private volatile @Nullable List<StateSource> found;
  private volatile @Nullable NodeState announced;
  private volatile String problem = "";
  private boolean askedToDrain;
  private boolean toldToStop;
  private long drainingSince;

  NodeStatus(ObjectProvider<StateSource> sources, StateProbe probe, NodeStates states) {
    this.sources = sources;
    this.probe = probe;
    this.states = states;
  }

  /** Returns the present state; slow sources are polled briefly, at most once a second. */
  public NodeState state() {
    NodeState now = life.get();
    NodeState state = now == NodeState.STARTING || now == NodeState.STOPPING ? now : running(now);
    if (announced != state) {
      announce(state);
    }
    return state;
  }

  /**
   * Returns the state that decides whether a request is admitted. The shared home is ignored, which
   * has its own admission; so are draining and stopping, because clients that reached the node were
   * let in. Waits for the start once ports are open.
   */
  public NodeState admission() {
    awaitStart();
    NodeState state = state();
    return switch (state) {
      case ERROR -> gravest(life.get(), probe.ofRound(sources()));
      case DRAINING, STOPPING -> probe.demanded(sources()).state();
      default -> state;
    };
  }

  private void awaitStart() {
    try {
      if (life.get() == NodeState.STARTING
          && !started.await(START_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
        LOG.debug("The start took longer than {}", START_WAIT);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void announce(NodeState state) {
    NodeState before = announced;
    // A look that was running when the server was told to stop comes too late.
    boolean late = life.get() == NodeState.STOPPING && state != NodeState.STOPPING;
    if (before != state && !late) {
      announced = state;
      LOG.info("Node is {}{}", state, before == null ? "" : " (was " + before + ")");
      states.announce(state);
    }
  }

  private void look() {
    try {
      state();
    } catch (RuntimeException e) {
      LOG.warn("The state of this node is not known", e);
    }
  }

  private NodeState running(NodeState now) {
    StateProbe.Finding finding = probe.demanded(sources());
    problem = finding.problem();
    return gravest(now, finding);
  }

  private static NodeState gravest(NodeState now, StateProbe.Finding finding) {
    return now == NodeState.ACTIVE || finding.state() == NodeState.ERROR ? finding.state() : now;
  }

  /** Returns why the node was in {@link NodeState#ERROR} at the last poll, for administrators. */
  public Optional<String> problem() {
    return Optional.of(problem).filter(text -> !text.isEmpty());
  }

  /** Resolved lazily because some sources depend on this, and cached because each request asks. */
  private List<StateSource> sources() {
    List<StateSource> known = found;
    if (known == null) {
      known = sources.orderedStream().toList();
      found = known;
    }
    return known;
  }

  /** Polls the sources again after one has changed. */
  public void recheck() {
    probe.forget();
    state();
  }

  /** Takes no new work; load balancers look elsewhere. A starting node drains once it is up. */
  public void drain() {
    ask(true);
  }

  public void activate() {
    ask(false);
  }

  /** Drains for good. Returns for how long load balancers have seen that, if they saw the node. */
  public @Nullable Duration drainToStop() {
    boolean serves = state().httpStatus() == OK || life.get() == NodeState.DRAINING;
    synchronized (this) {
      toldToStop = true;
    }
    if (!serves) {
      return null;
    }
    ask(true);
    synchronized (this) {
      return Duration.ofNanos(System.nanoTime() - drainingSince);
    }
  }

  private void ask(boolean draining) {
    synchronized (this) {
      if (toldToStop && !draining) {
        return;
      }
      askedToDrain = draining;
      if (life.compareAndSet(
          draining ? NodeState.ACTIVE : NodeState.DRAINING,
          draining ? NodeState.DRAINING : NodeState.ACTIVE)) {
        drainingSince = System.nanoTime();
      }
    }
    state();
  }

  /** Never blocks. */
  public boolean isDraining() {
    NodeState now = life.get();
    return now == NodeState.DRAINING || now == NodeState.STOPPING;
  }

  @EventListener
  void on(DrainRequested asked) {
    if (asked.draining()) {
      drain();
    } else {
      activate();
    }
  }

  /** May come after {@link #closed} if the server is stopped while it becomes ready. */
  @EventListener(ApplicationReadyEvent.class)
  synchronized void ready() {
    drainingSince = System.nanoTime();
    if (life.compareAndSet(
        NodeState.STARTING, askedToDrain ? NodeState.DRAINING : NodeState.ACTIVE)) {
      started.countDown();
      var _ =
          looks.scheduleWithFixedDelay(this::look, 0, LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  @EventListener(ContextClosedEvent.class)
  void closed() {
    synchronized (this) {
      life.set(NodeState.STOPPING);
      started.countDown();
      looks.shutdownNow();
    }
    state();
  }
}
