package org.packhouse.app.platform.node;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.packhouse.cluster.NodeState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Asks the state sources on a thread of its own, because a dead NFS mount or a stuck database may
 * hold that thread for minutes. Answers are remembered for a second; a round that has not come back
 * in time counts as an error, and none is started beside it.
 */
@Component
final class StateProbe {

  private static final Logger LOG = LoggerFactory.getLogger(StateProbe.class);
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final Clock clock;
  private @Nullable Round last;
  private volatile String problem = "";

  StateProbe(Clock clock) {
    this.clock = clock;
  }

  private record Round(Instant began, CompletableFuture<NodeState> answer) {}

  /** What the sources demand: the gravest of their answers, {@code ACTIVE} if all are content. */
  NodeState demanded(List<StateSource> sources) {
    Round round = round(sources);
    Duration left = PATIENCE.minus(Duration.between(round.began(), clock.instant()));
    try {
      return round.answer().get(Math.max(0, left.toMillis()), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return NodeState.ERROR;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return NodeState.ERROR;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  /** Makes the next question begin a round: one under way may have asked too early. */
  synchronized void forget() {
    last = null;
  }

  private synchronized Round round(List<StateSource> sources) {
    Instant now = clock.instant();
    Round round = last;
    if (round == null || (round.answer().isDone() && !now.isBefore(round.began().plus(FRESH)))) {
      CompletableFuture<NodeState> answer = new CompletableFuture<>();
      round = new Round(now, answer);
      last = round;
      Thread.ofPlatform().daemon().name("node-state").start(() -> answer.complete(askAll(sources)));
    }
    return round;
  }

  private NodeState askAll(List<StateSource> sources) {
    NodeState gravest = NodeState.ACTIVE;
    String found = "";
    for (StateSource source : sources) {
      NodeState state;
      try {
        state = source.demand();
      } catch (Exception e) {
        state = NodeState.ERROR;
        found = String.valueOf(e.getMessage());
      }
      if (state != null && (gravest == NodeState.ACTIVE || state.compareTo(gravest) > 0)) {
        gravest = state;
      }
    }
    if (!found.isEmpty() && !found.equals(problem)) {
      LOG.error("This node cannot serve: {}", found);
    }
    problem = found;
    return gravest;
  }
}
