package org.packhouse.app.platform.outbox;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.packhouse.app.platform.node.OwnSession;
import org.packhouse.app.platform.outbox.LaneDelivery.Claim;
import org.packhouse.app.platform.outbox.LaneDelivery.Lane;
import org.packhouse.app.platform.outbox.OutboxRows.Due;
import org.packhouse.app.platform.queue.LostClaims;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Delivers due events to listeners. The events of one repository for one listener are a lane, in
 * order; lanes do not wait for each other. Claims need no connection while a listener works, and
 * those of a dead node are delivered again. One thread calls {@link #round}; lanes have their own.
 */
@Component
class OutboxDelivery {

  /** Concurrent lanes of one listener on a node: each uses a connection now and then. */
  static final int PLACES = 2;

  static final int BATCH = 50;

  private final OutboxRows rows;
  private final OwnSession session;
  private final WorkMeters meters;
  private final LostClaims lostClaims;
  private final Map<String, OutboxListener> listeners;
  private final Map<Lane, LaneDelivery> busy = new ConcurrentHashMap<>();
  private final ConcurrentLinkedQueue<Long> delivered = new ConcurrentLinkedQueue<>();
  private boolean moreMayBeDue;

  OutboxDelivery(
      OutboxRows rows,
      OwnSession session,
      WorkMeters meters,
      List<OutboxListener> listeners,
      List<OutboxListeners> sources) {
    this.rows = rows;
    this.session = session;
    this.meters = meters;
    this.lostClaims = new LostClaims(rows, session, this::working);
    this.listeners =
        Stream.concat(listeners.stream(), sources.stream().flatMap(it -> it.all().stream()))
            .collect(Collectors.toMap(OutboxListener::name, Function.identity()));
  }

  /** Returns the names of the listeners that get a row for events of each type. */
  Map<String, List<String>> listenersByType() {
    return listeners.values().stream()
        .collect(
            Collectors.groupingBy(
                OutboxListener::type,
                Collectors.filtering(
                    it -> !it.isToldByAnother(),
                    Collectors.mapping(OutboxListener::name, Collectors.toList()))));
  }

  /**
   * Deletes delivered events and begins to deliver due ones, if there is {@code news} or more may
   * be due; {@code ended} is called after each lane, for another round.
   */
  void round(boolean news, Runnable ended) {
    forgetDelivered();
    if (news || moreMayBeDue) {
      begin(ended);
    }
  }

  void forgetDelivered() {
    List<Long> ids = new ArrayList<>();
    for (Long id = delivered.poll(); id != null; id = delivered.poll()) {
      ids.add(id);
    }
    if (!ids.isEmpty()) {
      try {
        rows.forget(ids);
      } catch (DataAccessException e) {
        delivered.addAll(ids);
        throw e;
      }
    }
  }

  boolean isIdle() {
    return busy.isEmpty();
  }

  /** Returns whether a listener has no free place, so that events may wait. */
  boolean isBusy() {
    return freePlaces().values().stream().anyMatch(free -> free == 0);
  }

  void suspectLostClaims() {
    lostClaims.suspect();
  }

  private Set<Long> working() {
    // Lanes before delivered events: a lane that ends meanwhile has listed its events there before.
    Set<Long> ids =
        busy.values().stream()
            .flatMap(lane -> lane.ids().stream())
            .collect(Collectors.toCollection(HashSet::new));
    ids.addAll(delivered);
    return ids;
  }

  private void begin(Runnable ended) {
    lostClaims.release();
    Map<String, Integer> places = freePlaces();
    boolean wasIdle = busy.isEmpty();
    Claim claim = new Claim(session.current(), System.nanoTime());
    Map<Lane, List<Due>> lanes = new LinkedHashMap<>();
    for (Due due : claim(claim, places)) {
      Lane lane = new Lane(due.listener(), due.event().repositoryId());
      lanes.computeIfAbsent(lane, it -> new ArrayList<>()).add(due);
    }
    moreMayBeDue = !wasIdle || lanes.values().stream().anyMatch(it -> it.size() == BATCH);
    lanes.forEach(
        (lane, events) -> begin(new LaneDelivery(rows, session, lane, claim, events), ended));
    moreMayBeDue |= isBusy();
  }

  private void begin(LaneDelivery delivery, Runnable ended) {
    Lane lane = delivery.lane();
    // This node may have claimed again what it lost when it was taken for dead.
    if (busy.putIfAbsent(lane, delivery) != null) {
      delivery.release();
      return;
    }
    Thread.ofVirtual()
        .name("outbox-" + lane.listener())
        .start(() -> {
          try {
            delivery.deliver(listeners.get(lane.listener()), meters, delivered::add);
          } finally {
            busy.remove(lane);
            ended.run();
          }
        });
  }

  private List<Due> claim(Claim claim, Map<String, Integer> places) {
    try {
      return rows.claim(claim.session(), types(), places, BATCH);
    } catch (RuntimeException e) {
      lostClaims.suspect();
      throw e;
    }
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
}
