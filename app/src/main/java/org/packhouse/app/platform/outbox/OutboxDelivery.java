package org.packhouse.app.platform.outbox;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.packhouse.app.platform.node.OwnSession;
import org.packhouse.app.platform.outbox.OutboxRows.Due;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Tells due events to their listeners. What one listener is to hear of one repository is a lane:
 * its events are told one after the other, and lanes wait for no other lane. Events are claimed for
 * the session of this node, so that no connection is held while a listener works and the events of
 * a node that dies come again. A node that may have been taken for dead since it claimed tells no
 * more of them: another may be further on.
 *
 * <p>One thread calls {@link #round}; lanes have threads of their own.
 */
@Component
class OutboxDelivery {

  private static final Logger LOG = LoggerFactory.getLogger(OutboxDelivery.class);

  /** How many repositories a listener is told of at once: each uses a connection now and then. */
  static final int PLACES = 2;

  /** How many events of a repository are claimed at once. */
  static final int BATCH = 50;

  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final Duration MAX_WAIT = Duration.ofHours(1);

  /**
   * How often claims that nobody works on are given back. A claim whose response was lost may come
   * into force after the next one: the server may not have noticed yet that nobody listens.
   */
  private static final Duration LOOK_FOR_LOST_EVERY = Duration.ofMinutes(1);

  private final OutboxRows rows;
  private final OwnSession session;
  private final WorkMeters meters;
  private final Map<String, OutboxListener> listeners;
  private final Map<Lane, Telling> busy = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Long> told = new ConcurrentLinkedQueue<>();
  private boolean moreMayBeDue;

  /** Whether a claim may be in force whose response was lost. */
  private boolean claimLost;

  private long lookedForLostAt = System.nanoTime();

  OutboxDelivery(
      OutboxRows rows,
      OwnSession session,
      WorkMeters meters,
      List<OutboxListener> listeners,
      List<OutboxListeners> sources) {
    this.rows = rows;
    this.session = session;
    this.meters = meters;
    this.listeners =
        Stream.concat(listeners.stream(), sources.stream().flatMap(it -> it.all().stream()))
            .collect(Collectors.toMap(OutboxListener::name, Function.identity()));
  }

  private record Lane(String listener, long repositoryId) {}

  /**
   * A claim for a session.
   *
   * @param madeAt just before that, by {@link System#nanoTime}
   */
  private record Claim(UUID session, long madeAt) {}

  /** The listeners for which an event of a type is written. */
  List<String> listenersOf(String type) {
    return listeners.values().stream()
        .filter(listener -> listener.type().equals(type) && !listener.isToldByAnother())
        .map(OutboxListener::name)
        .toList();
  }

  /**
   * Writes down what listeners have taken note of, and has them told of what is due.
   *
   * @param news whether something may have become due since the last round
   * @param ended called when a lane has ended: it is time for another round
   */
  void round(boolean news, Runnable ended) {
    forget();
    if (news || moreMayBeDue) {
      begin(ended);
    }
  }

  /** Writes down what listeners have taken note of. */
  void forget() {
    List<Long> ids = new ArrayList<>();
    for (Long id = told.poll(); id != null; id = told.poll()) {
      ids.add(id);
    }
    if (!ids.isEmpty()) {
      try {
        rows.forget(ids);
      } catch (DataAccessException e) {
        told.addAll(ids);
        throw e;
      }
    }
  }

  /** Whether no listener is at work. */
  boolean isIdle() {
    return busy.isEmpty();
  }

  /** Whether a listener is told of as many repositories as it may be: more may wait. */
  boolean isBusy() {
    return freePlaces().values().stream().anyMatch(free -> free == 0);
  }

  private void begin(Runnable ended) {
    giveBackLost();
    Map<String, Integer> places = freePlaces();
    boolean wasIdle = busy.isEmpty();
    Claim claim = new Claim(session.current(), System.nanoTime());
    Map<Lane, List<Due>> lanes = new LinkedHashMap<>();
    for (Due due : claim(claim, places)) {
      Lane lane = new Lane(due.listener(), due.event().repositoryId());
      lanes.computeIfAbsent(lane, it -> new ArrayList<>()).add(due);
    }
    moreMayBeDue = !wasIdle || lanes.values().stream().anyMatch(it -> it.size() == BATCH);
    lanes.forEach((lane, events) -> {
      Telling telling = new Telling(lane, claim, events, ended);
      // This node may have claimed again what it lost when it was taken for dead.
      if (busy.putIfAbsent(lane, telling) == null) {
        Thread.ofVirtual().name("outbox-" + lane.listener()).start(telling);
      } else {
        telling.giveBack();
      }
    });
    moreMayBeDue |= isBusy();
  }

  private List<Due> claim(Claim claim, Map<String, Integer> places) {
    // Until the rows are here.
    claimLost = true;
    List<Due> claimed = rows.claim(claim.session(), types(), places, BATCH);
    claimLost = false;
    return claimed;
  }

  /**
   * Gives back what this session has claimed and nobody works on: the response to a claim was lost,
   * or a listener ended in a way that nobody expects. Its lanes would wait for as long as this
   * session lives.
   */
  private void giveBackLost() {
    long now = System.nanoTime();
    if (!claimLost && now - lookedForLostAt < LOOK_FOR_LOST_EVERY.toNanos()) {
      return;
    }
    // First those that are at work: whoever ends meanwhile has said before what is told.
    Set<Long> worked =
        busy.values().stream()
            .flatMap(telling -> telling.ids.stream())
            .collect(Collectors.toCollection(HashSet::new));
    worked.addAll(told);
    rows.releaseAllBut(session.current(), worked);
    claimLost = false;
    lookedForLostAt = now;
  }

  /** Gives back what a session has claimed that is dead, but cannot be ended yet. */
  void giveBackOfDead(UUID dead) {
    rows.releaseAllBut(dead, List.of());
  }

  private Map<String, String> types() {
    return listeners.values().stream()
        .collect(Collectors.toMap(OutboxListener::name, OutboxListener::type));
  }

  private Map<String, Integer> freePlaces() {
    Map<String, Integer> places = new HashMap<>();
    listeners.keySet().forEach(name -> places.put(name, PLACES));
    busy.keySet().forEach(lane -> places.merge(lane.listener(), -1, Integer::sum));
    places.replaceAll((name, free) -> Math.max(0, free));
    return places;
  }

  /** Events that are claimed of a lane. */
  private final class Telling implements Runnable {

    private final Lane lane;
    private final Claim claim;
    private final List<Long> ids;
    private final Deque<Due> left;
    private final Runnable ended;

    Telling(Lane lane, Claim claim, List<Due> events, Runnable ended) {
      this.lane = lane;
      this.claim = claim;
      this.ids = events.stream().map(due -> due.event().id()).toList();
      this.left = new ArrayDeque<>(events);
      this.ended = ended;
    }

    @Override
    public void run() {
      try {
        tellTogether();
        while (!left.isEmpty() && session.aliveSince(claim.madeAt()) && tell(left.getFirst())) {
          left.removeFirst();
        }
      } finally {
        try {
          giveBack();
        } finally {
          busy.remove(lane);
          ended.run();
        }
      }
    }

    /** Tells all at once, if the listener gathers; what it cannot take so is left. */
    private void tellTogether() {
      OutboxListener listener = listeners.get(lane.listener());
      if (listener == null
          || !listener.gathers()
          || left.size() < 2
          || !session.aliveSince(claim.madeAt())
          || left.stream().anyMatch(due -> !listener.type().equals(due.event().type()))) {
        return;
      }
      try (var _ = meters.begin(lane.listener(), waited(left.getFirst()))) {
        listener.deliver(left.stream().map(Due::event).toList());
        left.forEach(due -> told.add(due.event().id()));
        left.clear();
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        LOG.debug("{} events of {} are told one by one", left.size(), lane, e);
      }
    }

    private Duration waited(Due due) {
      return due.waited().plus(Duration.ofNanos(System.nanoTime() - claim.madeAt()));
    }

    /** Whether the listener has taken note. */
    private boolean tell(Due due) {
      OutboxListener listener = listeners.get(lane.listener());
      if (listener == null || !listener.type().equals(due.event().type())) {
        // For a node of another version, and so is all that follows.
        return false;
      }
      try (var _ = meters.begin(lane.listener(), waited(due))) {
        listener.deliver(due.event());
        told.add(due.event().id());
        return true;
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        int failures = due.failures() + 1;
        LOG.warn(
            "{} failed to take note of event {} ({}) of repository {} and is told again after {}",
            lane.listener(),
            due.event().id(),
            due.event().type(),
            due.event().repositoryId(),
            waitAfter(failures),
            e);
        putOff(due, failures, e);
        return false;
      }
    }

    private void putOff(Due due, int failures, Throwable failure) {
      try {
        rows.putOff(
            claim.session(), due.event().id(), waitAfter(failures), String.valueOf(failure));
      } catch (DataAccessException e) {
        LOG.warn("Event {} comes again at once", due.event().id(), e);
      }
    }

    /** Lets others have what is not told; nobody gets it before while this session lives. */
    void giveBack() {
      List<Long> ids = left.stream().map(due -> due.event().id()).toList();
      boolean given = ids.isEmpty();
      while (!given && session.is(claim.session())) {
        try {
          rows.release(claim.session(), ids);
          given = true;
        } catch (DataAccessException e) {
          LOG.debug("{} events of {} cannot be given back yet", ids.size(), lane, e);
          LockSupport.parkNanos(RETRY.toNanos());
        }
      }
    }
  }

  /** Two seconds after the first failure, then twice as long each time, at most an hour. */
  static Duration waitAfter(int failures) {
    return failures > 11 ? MAX_WAIT : Duration.ofSeconds(1L << failures);
  }
}
