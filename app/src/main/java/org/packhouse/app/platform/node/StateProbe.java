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
 * Asks the state sources on a thread of its own, because a stuck database may hold that thread for
 * long. Answers are remembered for a second. Of a round that takes longer than {@link #WAIT} nobody
 * waits for the end: the answer of the one before is given, and an error once the round has taken
 * longer than {@link #PATIENCE}. None is started beside it.
 */
@Component
final class StateProbe {

  private static final Logger LOG = LoggerFactory.getLogger(StateProbe.class);
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration WAIT = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final Clock clock;
  private @Nullable Round last;
  private volatile @Nullable Answer before;

  StateProbe(Clock clock) {
    this.clock = clock;
  }

  private record Round(Instant began, CompletableFuture<Answer> answer) {}

  /**
   * A state, and why it is {@link NodeState#ERROR}.
   *
   * @param problem empty in every other state
   */
  record Answer(NodeState state, String problem) {}

  /** What the sources demand: the gravest of their answers, {@code ACTIVE} if all are content. */
  Answer demanded(List<StateSource> sources) {
    Round round = round(sources);
    Duration wait = before == null ? PATIENCE : WAIT;
    try {
      long left = wait.minus(age(round)).toMillis();
      return round.answer().get(Math.max(0, left), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      Answer known = before;
      return known == null || age(round).compareTo(PATIENCE) > 0
          ? new Answer(NodeState.ERROR, "its parts do not tell how they are")
          : known;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Answer(NodeState.ERROR, "the question was interrupted");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private Duration age(Round round) {
    return Duration.between(round.began(), clock.instant());
  }

  /** Makes the next question begin a round: one under way may have asked too early. */
  synchronized void forget() {
    last = null;
    before = null;
  }

  private synchronized Round round(List<StateSource> sources) {
    Instant now = clock.instant();
    Round round = last;
    if (round == null || (round.answer().isDone() && !now.isBefore(round.began().plus(FRESH)))) {
      CompletableFuture<Answer> answer = new CompletableFuture<>();
      round = new Round(now, answer);
      last = round;
      Thread.ofPlatform().daemon().name("node-state").start(() -> answer.complete(told(sources)));
    }
    return round;
  }

  private Answer told(List<StateSource> sources) {
    Answer now = askAll(sources);
    Answer then = before;
    before = now;
    if (!now.problem().isEmpty() && (then == null || !now.problem().equals(then.problem()))) {
      LOG.error("This node cannot serve: {}", now.problem());
    }
    return now;
  }

  /** The first error ends the round: nothing is graver, and who comes later may hang on it. */
  private static Answer askAll(List<StateSource> sources) {
    NodeState gravest = NodeState.ACTIVE;
    for (StateSource source : sources) {
      NodeState state;
      try {
        state = source.demand();
      } catch (Exception e) {
        return new Answer(NodeState.ERROR, String.valueOf(e.getMessage()));
      }
      if (state != null && (gravest == NodeState.ACTIVE || state.compareTo(gravest) > 0)) {
        gravest = state;
      }
    }
    return new Answer(gravest, "");
  }
}
