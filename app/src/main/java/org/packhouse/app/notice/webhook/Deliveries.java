package org.packhouse.app.notice.webhook;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.ResourceHierarchy;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.notice.webhook.DeliveryRows.Head;
import org.packhouse.app.notice.webhook.ReceiverPlaces.Waiting;
import org.packhouse.app.platform.node.OwnSession;
import org.packhouse.app.platform.queue.ClaimedQueue;
import org.packhouse.app.platform.queue.LostClaims;
import org.springframework.stereotype.Component;

/**
 * Sends pending deliveries: those of a webhook in order, webhooks concurrently. Failed ones are
 * repeated after growing waits, before later ones of the webhook. {@link ReceiverPlaces} keeps slow
 * receivers from delaying those of other projects.
 */
@Component
class Deliveries extends ClaimedQueue {

  private static final Pace PACE =
      new Pace(
          Duration.ofSeconds(1),
          Duration.ofSeconds(15),
          Duration.ofMillis(100),
          Duration.ofSeconds(5));

  private static final Duration WHILE_CLAIMED = Duration.ofSeconds(5);
  private static final Duration TIDY_EVERY = Duration.ofMinutes(5);

  private static final int BATCH = 20;

  /**
   * Receivers told at once: slow ones take half of the places at most, and each holds a batch in
   * memory.
   */
  private static final int MAX_RECEIVERS = 32;

  private final DeliveryRows rows;
  private final ReceiverCalls calls;
  private final OwnSession session;
  private final Owners owners;
  private final ReceiverPlaces places;
  private final LostClaims lostClaims;
  private final Set<Long> sending = ConcurrentHashMap.newKeySet();
  private long tidiedAt = System.nanoTime() - TIDY_EVERY.toNanos();

  Deliveries(DeliveryRows rows, ReceiverCalls calls, OwnSession session, Owners owners) {
    super("webhooks", PACE);
    this.rows = rows;
    this.calls = calls;
    this.session = session;
    this.owners = owners;
    this.places = new ReceiverPlaces(MAX_RECEIVERS);
    this.lostClaims = new LostClaims(rows, session, () -> sending);
  }

  @Component
  record Owners(ResourceHierarchy hierarchy, PermissionStamp stamp) {

    Waiting waiting(Head head) {
      return new Waiting(head.webhookId(), project(head.resource()), host(head.url()));
    }

    /** Returns 0 for a repository that is being removed. */
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

  boolean isIdle() {
    return sending.isEmpty();
  }

  @Override
  protected Duration round(boolean woken) {
    if (System.nanoTime() - tidiedAt > TIDY_EVERY.toNanos()) {
      tidiedAt = System.nanoTime();
      rows.tidy(DeliveryHistory.KEPT);
    }
    if (places.free() == 0) {
      return PACE.minWait();
    }
    lostClaims.release();
    return claim(session.current()) ? PACE.minWait() : PACE.until(rows.untilDue(WHILE_CLAIMED));
  }

  @Override
  protected void failed() {
    lostClaims.suspect();
  }

  /** Returns whether a delivery was claimed. */
  private boolean claim(UUID claimedBy) {
    List<Waiting> holders =
        places.take(rows.heads(MAX_RECEIVERS).stream().map(owners::waiting).toList());
    if (holders.isEmpty()) {
      return false;
    }
    Set<Waiting> idle = new HashSet<>(holders);
    try {
      Map<Long, List<Delivery>> claimed =
          rows.claim(claimedBy, holders.stream().map(Waiting::webhookId).toList(), BATCH);
      for (Waiting holder : holders) {
        List<Delivery> deliveries = claimed.get(holder.webhookId());
        if (deliveries != null) {
          deliveries.forEach(it -> sending.add(it.id()));
          idle.remove(holder);
          Thread.ofVirtual()
              .name("webhook-" + holder.webhookId())
              .start(() -> send(claimedBy, holder, deliveries));
        }
      }
      return !claimed.isEmpty();
    } finally {
      // Another node was faster, or the claim failed.
      idle.forEach(places::release);
    }
  }

  private void send(UUID claimedBy, Waiting holder, List<Delivery> deliveries) {
    try {
      if (!calls.send(claimedBy, holder.webhookId(), deliveries, this::isRunning)) {
        lostClaims.suspect();
      }
    } finally {
      deliveries.forEach(it -> sending.remove(it.id()));
      places.release(holder);
      look();
    }
  }
}
