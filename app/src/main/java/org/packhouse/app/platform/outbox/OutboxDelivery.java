package org.packhouse.app.platform.outbox;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.packhouse.app.platform.outbox.OutboxRows.Due;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Tells due events to their listeners. What one listener is to hear of one repository is a lane:
 * its events are told one after the other, and lanes wait for no other lane. A claimed event is put
 * off first, by one statement, so that no connection is held while a listener works and an event
 * whose node dies comes again.
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

  private static final Duration CLAIM = Duration.ofMinutes(1);
  private static final Duration RENEW_EVERY = Duration.ofSeconds(20);
  private static final Duration MAX_WAIT = Duration.ofHours(1);

  private final OutboxRows rows;
  private final Map<String, OutboxListener> listeners;
  private final Map<Lane, Telling> busy = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Long> told = new ConcurrentLinkedQueue<>();
  private boolean moreMayBeDue;
  private long renewedAt = System.nanoTime();

  OutboxDelivery(OutboxRows rows, List<OutboxListener> listeners, List<OutboxListeners> sources) {
    this.rows = rows;
    this.listeners =
        Stream.concat(listeners.stream(), sources.stream().flatMap(it -> it.all().stream()))
            .collect(Collectors.toMap(OutboxListener::name, Function.identity()));
  }

  private record Lane(String listener, long repositoryId) {}

  /** The listeners that hear of a type. */
  List<String> listenersOf(String type) {
    return listeners.values().stream()
        .filter(listener -> listener.type().equals(type))
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
    renew();
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

  private void renew() {
    if (System.nanoTime() - renewedAt > RENEW_EVERY.toNanos()) {
      renewedAt = System.nanoTime();
      List<Long> claimed = busy.values().stream().flatMap(it -> it.left().stream()).toList();
      if (!claimed.isEmpty()) {
        rows.renew(claimed, CLAIM);
      }
    }
  }

  private void begin(Runnable ended) {
    Map<String, Integer> places = freePlaces();
    boolean wasIdle = busy.isEmpty();
    Map<Lane, List<Due>> lanes = new LinkedHashMap<>();
    for (Due due : rows.claim(places, BATCH, CLAIM)) {
      Lane lane = new Lane(due.listener(), due.event().repositoryId());
      lanes.computeIfAbsent(lane, it -> new ArrayList<>()).add(due);
    }
    moreMayBeDue = !wasIdle || lanes.values().stream().anyMatch(it -> it.size() == BATCH);
    lanes.forEach((lane, events) -> {
      Telling telling = new Telling(lane, events, ended);
      // A claim that could not be renewed for a minute may have been claimed again, by this node.
      if (busy.putIfAbsent(lane, telling) == null) {
        Thread.ofVirtual().name("outbox-" + lane.listener()).start(telling);
      }
    });
    moreMayBeDue |= freePlaces().values().stream().anyMatch(free -> free == 0);
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
    private final List<Due> events;
    private final Runnable ended;
    private final Collection<Long> left = new ConcurrentLinkedQueue<>();

    Telling(Lane lane, List<Due> events, Runnable ended) {
      this.lane = lane;
      this.events = events;
      this.ended = ended;
      events.forEach(due -> left.add(due.event().id()));
    }

    Collection<Long> left() {
      return left;
    }

    @Override
    public void run() {
      try {
        for (Due due : events) {
          if (!tell(due)) {
            break;
          }
        }
      } finally {
        busy.remove(lane);
        ended.run();
      }
    }

    /** Whether the listener has taken note. */
    private boolean tell(Due due) {
      OutboxListener listener = listeners.get(lane.listener());
      if (listener == null) {
        return false;
      }
      try {
        listener.deliver(due.event());
        left.remove(due.event().id());
        told.add(due.event().id());
        return true;
      } catch (RuntimeException e) {
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

    private void putOff(Due due, int failures, RuntimeException failure) {
      try {
        rows.putOff(due.event().id(), waitAfter(failures), String.valueOf(failure));
      } catch (DataAccessException e) {
        LOG.warn("Event {} comes again when its claim has lapsed", due.event().id(), e);
      }
    }
  }

  /** Two seconds after the first failure, then twice as long each time, at most an hour. */
  static Duration waitAfter(int failures) {
    return failures > 11 ? MAX_WAIT : Duration.ofSeconds(1L << failures);
  }
}
