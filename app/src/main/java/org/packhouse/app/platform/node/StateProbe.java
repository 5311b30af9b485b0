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
 * Polls the state sources: instant ones directly, others on a separate thread, which a hanging
 * database may block. Results are cached for a second. Callers wait for a round up to {@link #WAIT}
 * and then get the previous result, or an error after {@link #PATIENCE}. Rounds never overlap.
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

  /** Takes a monotonic clock: the database's may be set while the database is away. */
  StateProbe(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  private record Round(long began, CompletableFuture<Finding> finding) {}

  /** A state, with a problem if it is {@link NodeState#ERROR}. */
  record Finding(NodeState state, String problem) {

    private boolean isGraverThan(Finding other) {
      return state != NodeState.ACTIVE && state.compareTo(other.state) > 0;
    }
  }

  /** Returns the gravest demand, or {@code ACTIVE}. */
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

  /** Returns the gravest demand of sources that may block. */
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

  /** Makes the next call start a round, because a running one may have polled too early. */
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

  /** Stops at the first error: nothing is graver, and later sources may hang on its cause. */
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

  /** Logs a problem once, ignoring its changing figures. */
  private void log(String problem) {
    String words = NUMBER.matcher(problem).replaceAll("");
    if (!words.equals(logged)) {
      logged = words;
      LOG.error("This node cannot serve: {}", problem);
    }
  }
}
