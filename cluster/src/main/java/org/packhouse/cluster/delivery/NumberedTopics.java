package org.packhouse.cluster.delivery;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.Subscription;
import org.packhouse.cluster.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Topics over an unreliable carrier of text.
 *
 * <p>Nodes number their messages; a receiver reports a gap on an unexpected number or a new sender.
 * To detect the loss of the last message, a node sends its count within a second after messages, on
 * member changes, and every {@link #COUNT_EVERY}. A node that is alone sends nothing.
 */
public final class NumberedTopics implements Topics, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(NumberedTopics.class);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);
  private static final Duration COUNT_EVERY = Duration.ofSeconds(10);

  private final Membership membership;
  private final Carrier carrier;
  private final Subscribers subscribers = new Subscribers();
  private final ScheduledExecutorService counting =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("topic-count").factory());
  private final ReentrantLock sending = new ReentrantLock();
  private final ReentrantLock hearing = new ReentrantLock();
  private final Map<UUID, Long> received = new HashMap<>();
  private Set<UUID> others = Set.of();
  private volatile Subscription changes = () -> {};
  private long sent;
  private long counted;
  private long countedAt = System.nanoTime();

  public NumberedTopics(Membership membership, Carrier carrier) {
    this.membership = membership;
    this.carrier = carrier;
  }

  /** Starts sending counts, once this node has a session. */
  public void start() {
    changes = membership.onChange(this::changed);
    hearing.lock();
    try {
      others = others(membership.members());
    } finally {
      hearing.unlock();
    }
    var _ =
        counting.scheduleWithFixedDelay(
            () -> countIfDue(false),
            LOOK_EVERY.toMillis(),
            LOOK_EVERY.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  @Override
  public void publish(String topic, String message) {
    Messages.check(topic, message);
    UUID self = membership.self().id();
    subscribers.tell(topic, self, message);
    sending.lock();
    try {
      sent++;
      send(Envelope.of(self, sent, topic, message));
    } finally {
      sending.unlock();
    }
  }

  private void send(Envelope envelope) {
    if (membership.members().size() > 1) {
      try {
        carrier.send(envelope.text());
      } catch (RuntimeException e) {
        LOG.debug("A message was not published to the other nodes", e);
      }
    }
  }

  private void countIfDue(boolean now) {
    sending.lock();
    try {
      long nanos = System.nanoTime();
      if (now || sent != counted || nanos - countedAt > COUNT_EVERY.toNanos()) {
        counted = sent;
        countedAt = nanos;
        send(Envelope.count(membership.self().id(), sent));
      }
    } catch (RuntimeException e) {
      LOG.debug("The number of sent messages was not published to the other nodes", e);
    } finally {
      sending.unlock();
    }
  }

  @Override
  public Subscription subscribe(String topic, Listener listener) {
    return subscribers.add(topic, listener);
  }

  /** Takes a carrier's message, perhaps this node's own. */
  public void receive(String text) {
    Envelope envelope;
    try {
      envelope = Envelope.parse(text);
    } catch (IllegalArgumentException e) {
      LOG.warn("A malformed message arrived from another node", e);
      return;
    }
    if (envelope.sender().equals(membership.self().id())) {
      return;
    }
    hearing.lock();
    try {
      Long last = received.put(envelope.sender(), envelope.sequence());
      if (last == null || !envelope.follows(last)) {
        subscribers.tellOfGap();
      }
      if (!envelope.isCount()) {
        subscribers.tell(envelope.topic(), envelope.sender(), envelope.message());
      }
    } finally {
      hearing.unlock();
    }
  }

  /** Reports that the carrier was interrupted. */
  public void interrupted() {
    subscribers.tellOfGap();
  }

  private Set<UUID> others(Set<Member> members) {
    UUID self = membership.self().id();
    return members.stream()
        .map(Member::id)
        .filter(id -> !id.equals(self))
        .collect(Collectors.toSet());
  }

  private void changed(Set<Member> members) {
    Set<UUID> now = others(members);
    hearing.lock();
    try {
      if (!now.equals(others)) {
        others = now;
        received.keySet().retainAll(now);
        subscribers.tellOfGap();
      }
    } finally {
      hearing.unlock();
    }
    countIfDue(true);
  }

  /** Delivers pending messages and stops. */
  @Override
  public void close() {
    changes.close();
    counting.shutdownNow();
    subscribers.close();
  }

  /** A message numbered by its sender, or, without a topic, the count of messages so far. */
  record Envelope(UUID sender, long sequence, String topic, String message) {

    private static final int PARTS = 4;

    static Envelope of(UUID sender, long sequence, String topic, String message) {
      return new Envelope(sender, sequence, topic, message);
    }

    static Envelope count(UUID sender, long sequence) {
      return new Envelope(sender, sequence, "", "");
    }

    boolean isCount() {
      return topic.isEmpty();
    }

    /** Returns whether nothing was lost since the sender's last number. */
    boolean follows(long last) {
      return sequence == (isCount() ? last : last + 1);
    }

    String text() {
      return sender + " " + sequence + " " + topic + " " + message;
    }

    static Envelope parse(String text) {
      String[] parts = text.split(" ", PARTS);
      if (parts.length < PARTS) {
        throw new IllegalArgumentException("Not an envelope: " + text);
      }
      return new Envelope(UUID.fromString(parts[0]), Long.parseLong(parts[1]), parts[2], parts[3]);
    }
  }

  /** Sends envelopes to the other nodes. */
  @FunctionalInterface
  public interface Carrier {

    /** Sends fewer than 8,000 bytes to every other node in order, dropping on failure. */
    void send(String envelope);
  }
}
