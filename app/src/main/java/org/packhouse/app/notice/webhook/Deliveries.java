package org.packhouse.app.notice.webhook;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.ResourceHierarchy;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.notice.webhook.DeliveryRows.Head;
import org.packhouse.app.notice.webhook.ReceiverPlaces.Waiting;
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
 * row that webhook is tried a few times an hour alone. How many receivers are told at once is
 * shared by project and host ({@link ReceiverPlaces}), so slow ones delay those of nobody else.
 * What a node that dies was sending comes again.
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
  private final Owners owners;
  private final Semaphore wake = new Semaphore(0);

  private final ReceiverPlaces places;

  private final Set<Long> sending = ConcurrentHashMap.newKeySet();
  private volatile Thread thread = Thread.ofVirtual().unstarted(() -> {});
  private volatile boolean running;

  /** Whether a claim may be left that nobody here works on, for it could not be written of. */
  private volatile boolean claimLost;

  private Duration wait = MIN_WAIT;
  private long tidiedAt;

  Deliveries(
      DeliveryRows rows,
      ReceiverCalls calls,
      OwnSession session,
      WebhookSettings settings,
      Owners owners) {
    this.rows = rows;
    this.calls = calls;
    this.session = session;
    this.settings = settings;
    this.owners = owners;
    this.places = new ReceiverPlaces(settings.threads());
  }

  /** Finds the projects of webhooks. */
  @Component
  record Owners(ResourceHierarchy hierarchy, PermissionStamp stamp) {

    Waiting waiting(Head head) {
      return new Waiting(head.webhookId(), project(head.resource()), host(head.url()));
    }

    /** That of a repository which is just being removed is nobody's. */
    private long project(ResourceId resource) {
      if (resource instanceof ProjectId project) {
        return project.id();
      }
      ResourceHierarchy.Place place = hierarchy.placeOfRepository(resource.id(), stamp.inUse());
      return place == null ? 0 : place.projectId();
    }

    private static String host(String url) {
      return ReceiverUrl.parse(url).host().toLowerCase(Locale.ROOT);
    }
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
      if (places.free() > 0) {
        UUID claimedBy = session.current();
        if (claimLost) {
          rows.release(claimedBy, sending);
          claimLost = false;
        }
        if (!claim(claimedBy)) {
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

  /** Begins to tell as many receivers as have a place; whether there is any. */
  private boolean claim(UUID claimedBy) {
    List<Waiting> holders =
        places.take(rows.heads(settings.threads()).stream().map(owners::waiting).toList());
    if (holders.isEmpty()) {
      return false;
    }
    Set<Waiting> idle = new HashSet<>(holders);
    try {
      Map<Long, List<Delivery>> claimed =
          rows.claim(claimedBy, holders.stream().map(Waiting::webhookId).toList(), IN_A_ROW);
      for (Waiting holder : holders) {
        List<Delivery> deliveries = claimed.get(holder.webhookId());
        if (deliveries != null) {
          deliveries.forEach(it -> sending.add(it.id()));
          idle.remove(holder);
          Thread.ofVirtual()
              .name("webhook-" + holder.webhookId())
              .start(() -> tell(claimedBy, holder, deliveries));
        }
      }
      return !claimed.isEmpty();
    } finally {
      // Another node was faster, or the claim failed.
      idle.forEach(places::release);
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

  private void tell(UUID claimedBy, Waiting holder, List<Delivery> deliveries) {
    try {
      boolean known = calls.tell(claimedBy, holder.webhookId(), deliveries, () -> running);
      claimLost |= !known;
    } finally {
      deliveries.forEach(it -> sending.remove(it.id()));
      places.release(holder);
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
