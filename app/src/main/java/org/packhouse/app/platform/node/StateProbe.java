package org.packhouse.app.platform.node;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.cluster.NodeState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Asks the state sources: those that finding at once each time, and the others in a round on a
 * thread of its own, because a stuck database may hold that thread for long. What a round finds is
 * remembered for a second. Of a round that takes longer than {@link #WAIT} nobody waits for the
 * end: the response of the one before is given, and an error once the round has taken longer than
 * {@link #PATIENCE}. None is started beside it.
 */
@Component
final class StateProbe {

  private static final Logger LOG = LoggerFactory.getLogger(StateProbe.class);
  private static final Duration FRESH = Duration.ofSeconds(1);
  private static final Duration WAIT = Duration.ofMillis(500);
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");
  private static final Finding CONTENT = new Finding(NodeState.ACTIVE, "");

  private final LongSupplier nanoTime;
  private @Nullable Round last;
  private volatile @Nullable Finding before;
  private volatile String logged = "";

  @Autowired
  StateProbe() {
    this(System::nanoTime);
  }

  /**
   * As the other, by a clock of the caller's.
   *
   * @param nanoTime no time of day: the clock of the database may be set while the database is away
   */
  StateProbe(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  private record Round(long began, CompletableFuture<Finding> finding) {}

  /**
   * A state, and why it is {@link NodeState#ERROR}.
   *
   * @param problem empty in every other state
   */
  record Finding(NodeState state, String problem) {

    private boolean isGraverThan(Finding other) {
      return state != NodeState.ACTIVE && state.compareTo(other.state) > 0;
    }
  }

  /** What the sources demand: the gravest of their responses, {@code ACTIVE} if all are content. */
  Finding demanded(List<StateSource> sources) {
    Finding atOnce = askAll(sources.stream().filter(StateSource::answersAtOnce).toList());
    if (atOnce.state() == NodeState.ERROR) {
      return atOnce;
    }
    Finding all = graver(atOnce, ofRound(sources));
    if (all.state() != NodeState.ERROR) {
      logged = "";
    }
    return all;
  }

  private static Finding graver(Finding one, Finding other) {
    return one.state() == NodeState.ACTIVE || other.isGraverThan(one) ? other : one;
  }

  /** What those demand that may wait. */
  Finding ofRound(List<StateSource> sources) {
    Round round = round(sources.stream().filter(it -> !it.answersAtOnce()).toList());
    Duration wait = before == null ? PATIENCE : WAIT;
    try {
      long left = wait.minus(age(round)).toMillis();
      return round.finding().get(Math.max(0, left), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      Finding known = before;
      return known == null || age(round).compareTo(PATIENCE) > 0
          ? new Finding(NodeState.ERROR, "its parts do not tell how they are")
          : known;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Finding(NodeState.ERROR, "the question was interrupted");
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private Duration age(Round round) {
    return Duration.ofNanos(nanoTime.getAsLong() - round.began());
  }

  /** Makes the next question begin a round: one under way may have asked too early. */
  synchronized void forget() {
    last = null;
    before = null;
  }

  private synchronized Round round(List<StateSource> sources) {
    long now = nanoTime.getAsLong();
    Round round = last;
    if (round == null || (round.finding().isDone() && now - round.began() >= FRESH.toNanos())) {
      CompletableFuture<Finding> finding = new CompletableFuture<>();
      round = new Round(now, finding);
      last = round;
      Thread.ofPlatform().daemon().name("node-state").start(() -> finding.complete(told(sources)));
    }
    return round;
  }

  private Finding told(List<StateSource> sources) {
    Finding now = askAll(sources);
    before = now;
    return now;
  }

  /** The first error ends the round: nothing is graver, and who comes later may hang on it. */
  private Finding askAll(List<StateSource> sources) {
    Finding gravest = CONTENT;
    for (StateSource source : sources) {
      Finding finding = ask(source);
      if (finding.state() == NodeState.ERROR) {
        return finding;
      }
      gravest = graver(gravest, finding);
    }
    return gravest;
  }

  private Finding ask(StateSource source) {
    try {
      NodeState state = source.demand();
      return state == null ? CONTENT : new Finding(state, "");
    } catch (Exception e) {
      String problem = String.valueOf(e.getMessage());
      log(problem);
      return new Finding(NodeState.ERROR, problem);
    }
  }

  /** Once, though the figures change all the time: they tell for how long. */
  private void log(String problem) {
    String words = NUMBER.matcher(problem).replaceAll("");
    if (!words.equals(logged)) {
      logged = words;
      LOG.error("This node cannot serve: {}", problem);
    }
  }
}
