package org.packhouse.app.platform.outbox;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.OwnSession;
import org.packhouse.app.platform.outbox.OutboxRows.Due;
import org.packhouse.app.platform.queue.Backoff;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

/**
 * Delivers the claimed events of one lane, in order. Once this node may have been taken for dead,
 * no more of them are delivered: another node may have gone on with the lane.
 */
final class LaneDelivery {

  private static final Logger LOG = LoggerFactory.getLogger(LaneDelivery.class);
  private static final Duration RELEASE_AGAIN = Duration.ofSeconds(1);

  static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(2), Duration.ofHours(1));

  private final OutboxRows rows;
  private final OwnSession session;
  private final Lane lane;
  private final Claim claim;
  private final List<Long> ids;
  private final Deque<Due> left;

  LaneDelivery(OutboxRows rows, OwnSession session, Lane lane, Claim claim, List<Due> events) {
    this.rows = rows;
    this.session = session;
    this.lane = lane;
    this.claim = claim;
    this.ids = events.stream().map(due -> due.event().id()).toList();
    this.left = new ArrayDeque<>(events);
  }

  record Lane(String listener, long repositoryId) {}

  /** A claim, made shortly after a time of {@link System#nanoTime}. */
  record Claim(UUID session, long madeAt) {}

  Lane lane() {
    return lane;
  }

  List<Long> ids() {
    return ids;
  }

  /**
   * Delivers the events, and releases the rest; a null listener is known to another version alone.
   */
  void deliver(@Nullable OutboxListener listener, WorkMeters meters, LongConsumer delivered) {
    try {
      if (listener != null) {
        deliverTogether(listener, meters, delivered);
        while (!left.isEmpty()
            && session.aliveSince(claim.madeAt())
            && deliverOne(listener, left.getFirst(), meters, delivered)) {
          left.removeFirst();
        }
      }
    } finally {
      release();
    }
  }

  /** Delivers all events at once, if the listener gathers; if it fails, they are left. */
  private void deliverTogether(OutboxListener listener, WorkMeters meters, LongConsumer delivered) {
    if (!listener.gathers()
        || left.size() < 2
        || !session.aliveSince(claim.madeAt())
        || left.stream().anyMatch(due -> !listener.type().equals(due.event().type()))) {
      return;
    }
    try (var _ = meters.begin(lane.listener(), waited(left.getFirst()))) {
      listener.deliver(left.stream().map(Due::event).toList());
      left.forEach(due -> delivered.accept(due.event().id()));
      left.clear();
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      LOG.debug("{} events of {} are delivered one by one", left.size(), lane, e);
    }
  }

  private Duration waited(Due due) {
    return due.waited().plus(Duration.ofNanos(System.nanoTime() - claim.madeAt()));
  }

  /** Returns whether the listener has taken note, so that the lane can go on. */
  private boolean deliverOne(
      OutboxListener listener, Due due, WorkMeters meters, LongConsumer delivered) {
    if (!listener.type().equals(due.event().type())) {
      // Nodes of another version hear this type by the same name; the lane waits for one.
      return false;
    }
    try (var _ = meters.begin(lane.listener(), waited(due))) {
      listener.deliver(due.event());
      delivered.accept(due.event().id());
      return true;
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      Duration wait = BACKOFF.after(due.failures());
      LOG.warn(
          "{} failed on event {} ({}) of repository {}, which is delivered again after {}",
          lane.listener(),
          due.event().id(),
          due.event().type(),
          due.event().repositoryId(),
          wait,
          e);
      putOff(due, wait, e);
      return false;
    }
  }

  private void putOff(Due due, Duration wait, Throwable failure) {
    try {
      rows.putOff(claim.session(), due.event().id(), wait, String.valueOf(failure));
    } catch (DataAccessException e) {
      LOG.warn("Event {} is delivered again at once", due.event().id(), e);
    }
  }

  /** Releases the events that are left; until that succeeds, no node gets them. */
  void release() {
    List<Long> ids = left.stream().map(due -> due.event().id()).toList();
    boolean released = ids.isEmpty();
    while (!released && session.is(claim.session())) {
      try {
        rows.release(claim.session(), ids);
        released = true;
      } catch (DataAccessException e) {
        LOG.debug("{} events of {} cannot be released yet", ids.size(), lane, e);
        LockSupport.parkNanos(RELEASE_AGAIN.toNanos());
      }
    }
  }
}
