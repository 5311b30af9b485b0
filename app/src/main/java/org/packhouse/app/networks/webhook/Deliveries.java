package org.packhouse.app.networks.webhook;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.packhouse.app.platform.node.DeadSessionKept;
import org.packhouse.app.platform.node.OwnSession;
import org.packhouse.app.platform.node.SessionEnded;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * Tells receivers what waits for them: each in order, all at once. A delivery that fails is tried
 * again, later and later, and those of the same webhook wait behind it; after some failures in a
 * row that webhook is tried a few times an hour alone, so a dead receiver costs nobody else. What a
 * node that dies was sending comes again.
 */
@Component
class Deliveries implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(Deliveries.class);
  private static final Duration MIN_WAIT = Duration.ofSeconds(1);

  /** A look while nothing waits: for what nodes wrote down that died before they told it. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(15);

  /** Between two rounds: what is written by then is claimed by one statement, under a load. */
  private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(100);

  private static final Duration WHILE_CLAIMED = Duration.ofSeconds(5);
  private static final Duration TIDY_EVERY = Duration.ofMinutes(5);

  /** How many deliveries of one receiver are claimed and told in a row. */
  private static final int IN_A_ROW = 20;

  private static final Duration MAX_STOP = Duration.ofSeconds(5);

  private final DeliveryRows rows;
  private final ReceiverCalls calls;
  private final OwnSession session;
  private final WebhookSettings settings;
  private final Semaphore wake = new Semaphore(0);

  /** A permit for each further receiver that this node may tell something at once. */
  private final Semaphore receivers;

  private final Set<Long> sending = ConcurrentHashMap.newKeySet();
  private volatile Thread thread = Thread.ofVirtual().unstarted(() -> {});
  private volatile boolean running;

  /** Whether a claim may be left that nobody here works on, for it could not be written of. */
  private volatile boolean claimLost;

  private Duration wait = MIN_WAIT;
  private long tidiedAt;

  Deliveries(DeliveryRows rows, ReceiverCalls calls, OwnSession session, WebhookSettings settings) {
    this.rows = rows;
    this.calls = calls;
    this.session = session;
    this.settings = settings;
    this.receivers = new Semaphore(settings.threads());
  }

  /** Says that something waits, so that this node looks at once. */
  void look() {
    wake.release();
  }

  /** Whether this node tells nobody anything just now. */
  boolean isIdle() {
    return sending.isEmpty();
  }

  @Override
  public void start() {
    running = true;
    tidiedAt = System.nanoTime() - TIDY_EVERY.toNanos();
    thread = Thread.ofVirtual().name("webhooks").start(this::work);
  }

  private void work() {
    try {
      while (running) {
        boolean _ = wake.tryAcquire(wait.toMillis(), TimeUnit.MILLISECONDS);
        wake.drainPermits();
        wait = MIN_WAIT;
        long begun = System.nanoTime();
        round();
        Thread.sleep(BETWEEN_ROUNDS.minusNanos(System.nanoTime() - begun));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void round() {
    try {
      if (System.nanoTime() - tidiedAt > TIDY_EVERY.toNanos()) {
        tidiedAt = System.nanoTime();
        rows.tidy(settings.history());
      }
      int free = receivers.availablePermits();
      if (free > 0) {
        UUID claimedBy = session.current();
        if (claimLost) {
          rows.release(claimedBy, sending);
          claimLost = false;
        }
        Map<Long, List<Delivery>> claimed = rows.claim(claimedBy, free, IN_A_ROW);
        claimed.forEach((webhookId, deliveries) -> {
          deliveries.forEach(it -> sending.add(it.id()));
          receivers.acquireUninterruptibly();
          Thread.ofVirtual()
              .name("webhook-" + webhookId)
              .start(() -> tell(claimedBy, webhookId, deliveries));
        });
        if (claimed.isEmpty()) {
          wait = waitUntilDue();
        }
      }
    } catch (DataAccessException e) {
      claimLost = true;
      LOG.warn("Webhooks wait for the database: {}", e.getMessage());
    } catch (RuntimeException e) {
      claimLost = true;
      LOG.error("Receivers are told later", e);
    }
  }

  /** The time until the next look, if nobody asks for one: this node is called when it writes. */
  private Duration waitUntilDue() {
    Duration due = rows.untilDue(WHILE_CLAIMED).orElse(MAX_WAIT);
    return due.compareTo(MIN_WAIT) < 0 ? MIN_WAIT : due.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : due;
  }

  /** Has what a dead node had claimed told at once. */
  @EventListener
  void on(SessionEnded event) {
    LOG.debug("Telling what session {} had claimed", event.session());
    look();
  }

  /** Has what a dead node had claimed told at once, though something else of it stays open. */
  @EventListener
  void on(DeadSessionKept event) {
    rows.release(event.session(), Set.of());
    look();
  }

  private void tell(UUID claimedBy, long webhookId, List<Delivery> deliveries) {
    try {
      boolean known = calls.tell(claimedBy, webhookId, deliveries, () -> running);
      claimLost |= !known;
    } finally {
      deliveries.forEach(it -> sending.remove(it.id()));
      receivers.release();
      wake.release();
    }
  }

  @Override
  public void stop() {
    running = false;
    wake.release();
    try {
      if (!thread.join(MAX_STOP)) {
        LOG.warn("Receivers are still being told, and will be again");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }
}
