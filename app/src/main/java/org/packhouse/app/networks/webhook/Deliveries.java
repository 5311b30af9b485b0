package org.packhouse.app.networks.webhook;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.packhouse.app.networks.webhook.Delivery.Attempt;
import org.packhouse.app.networks.webhook.Delivery.Response;
import org.packhouse.app.networks.webhook.Delivery.State;
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

  private static final Duration WHILE_CLAIMED = Duration.ofSeconds(5);
  private static final Duration TIDY_EVERY = Duration.ofMinutes(5);
  private static final Duration MAX_PAUSE = Duration.ofMinutes(10);

  /** What is written of deliveries that a webhook was switched off before. */
  static final String NOT_ACTIVE = "The webhook is not active.";

  private static final Duration MAX_STOP = Duration.ofSeconds(5);

  private final DeliveryRows rows;
  private final WebhookRows webhooks;
  private final Sender sender;
  private final OwnSession session;
  private final WebhookSettings settings;
  private final Clock clock;
  private final Semaphore wake = new Semaphore(0);
  private final Set<Long> sending = ConcurrentHashMap.newKeySet();
  private volatile Thread thread = Thread.ofVirtual().unstarted(() -> {});
  private volatile boolean running;

  /** Whether a claim may be left that nobody here works on, for it could not be written of. */
  private volatile boolean claimLost;

  private Duration wait = MIN_WAIT;
  private long tidiedAt;

  Deliveries(
      DeliveryRows rows,
      WebhookRows webhooks,
      Sender sender,
      OwnSession session,
      WebhookSettings settings,
      Clock clock) {
    this.rows = rows;
    this.webhooks = webhooks;
    this.sender = sender;
    this.session = session;
    this.settings = settings;
    this.clock = clock;
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
        round();
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
      int free = settings.threads() - sending.size();
      if (free > 0) {
        UUID claimedBy = session.current();
        if (claimLost) {
          rows.release(claimedBy, sending);
          claimLost = false;
        }
        List<Delivery> claimed = rows.claim(claimedBy, free);
        for (Delivery delivery : claimed) {
          sending.add(delivery.id());
          Thread.ofVirtual()
              .name("webhook-" + delivery.webhookId())
              .start(() -> tell(claimedBy, delivery));
        }
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

  private void tell(UUID claimedBy, Delivery delivery) {
    try {
      webhooks
          .find(delivery.webhookId())
          .ifPresent(webhook -> {
            if (webhook.active()) {
              Attempt attempt =
                  sender.send(
                      sender.address(webhook),
                      delivery.event(),
                      delivery.requestId(),
                      delivery.body());
              ended(claimedBy, delivery, attempt);
            } else {
              Attempt none = new Attempt(clock.instant(), 0, null, NOT_ACTIVE);
              rows.tried(claimedBy, delivery, State.ERROR, none, false, MAX_PAUSE);
            }
          });
    } catch (RuntimeException e) {
      LOG.warn("Delivery {} of webhook {} failed", delivery.id(), delivery.webhookId(), e);
      failed(claimedBy, delivery);
    } finally {
      sending.remove(delivery.id());
      wake.release();
    }
  }

  private void failed(UUID claimedBy, Delivery delivery) {
    try {
      ended(
          claimedBy,
          delivery,
          new Attempt(clock.instant(), 0, null, "The server failed; its log says why."));
    } catch (RuntimeException e) {
      claimLost = true;
      LOG.debug("How delivery {} ended could not be written down", delivery.id(), e);
    }
  }

  private void ended(UUID claimedBy, Delivery delivery, Attempt attempt) {
    Response response = attempt.response();
    State state = state(delivery, attempt);
    boolean failed = response == null || response.isTransient();
    boolean written = rows.tried(claimedBy, delivery, state, attempt, failed, MAX_PAUSE);
    if (written && failed) {
      LOG.info(
          "Webhook {} was not told of {}: {}",
          delivery.webhookId(),
          delivery.event(),
          response == null ? attempt.error() : "status " + response.status());
    }
  }

  private State state(Delivery delivery, Attempt attempt) {
    Response response = attempt.response();
    if (response != null && response.isSuccess()) {
      return State.SUCCESS;
    }
    boolean again =
        (response == null || response.isTransient())
            && delivery.created().plus(settings.giveUpAfter()).isAfter(clock.instant());
    return again ? State.PENDING : response == null ? State.ERROR : State.FAILURE;
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
