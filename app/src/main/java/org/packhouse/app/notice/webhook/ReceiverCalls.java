package org.packhouse.app.notice.webhook;

import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.packhouse.app.notice.webhook.Delivery.Attempt;
import org.packhouse.app.notice.webhook.Delivery.Response;
import org.packhouse.app.notice.webhook.Delivery.State;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Tells one receiver some deliveries in a row. What it takes is written down together, a few times
 * a second; at the first that fails the others are left to a later try.
 */
@Component
class ReceiverCalls {

  private static final Logger LOG = LoggerFactory.getLogger(ReceiverCalls.class);
  private static final Duration MAX_PAUSE = Duration.ofMinutes(10);

  /** For how long the webhook counts as it was read, and what was taken is not written down. */
  private static final Duration FRESH = Duration.ofMillis(200);

  /** What is written of deliveries that a webhook was switched off before. */
  static final String NOT_ACTIVE = "The webhook is not active.";

  private final DeliveryRows rows;
  private final WebhookRows webhooks;
  private final Sender sender;
  private final WebhookSettings settings;
  private final Clock clock;

  ReceiverCalls(
      DeliveryRows rows,
      WebhookRows webhooks,
      Sender sender,
      WebhookSettings settings,
      Clock clock) {
    this.rows = rows;
    this.webhooks = webhooks;
    this.sender = sender;
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * Tells them.
   *
   * @param claimedBy the session that has claimed them
   * @param goesOn whether this node still tells anybody anything
   * @return whether all could be written down; if not, claims of that session may be left
   */
  boolean tell(UUID claimedBy, long webhookId, List<Delivery> deliveries, BooleanSupplier goesOn) {
    Row row = new Row(claimedBy, webhookId, deliveries);
    try {
      row.tell(goesOn);
      return true;
    } catch (RuntimeException e) {
      LOG.warn("Delivery {} of webhook {} failed", row.current().id(), webhookId, e);
      return row.failed();
    }
  }

  /** Deliveries in a row, and how far it has come with them. */
  private final class Row {

    private final UUID claimedBy;
    private final long webhookId;
    private final List<Delivery> deliveries;
    private final Map<Delivery, Attempt> taken = new LinkedHashMap<>();
    private int at;
    private long read;
    private Optional<Webhook> webhook = Optional.empty();

    Row(UUID claimedBy, long webhookId, List<Delivery> deliveries) {
      this.claimedBy = claimedBy;
      this.webhookId = webhookId;
      this.deliveries = deliveries;
    }

    Delivery current() {
      return deliveries.get(Math.min(at, deliveries.size() - 1));
    }

    void tell(BooleanSupplier goesOn) {
      boolean takes = true;
      while (takes && at < deliveries.size() && goesOn.getAsBoolean()) {
        refresh();
        if (webhook.isEmpty()) {
          // It was deleted, and its deliveries with it.
          return;
        }
        takes = tell(webhook.get());
      }
      write();
      if (at < deliveries.size()) {
        rows.release(claimedBy, deliveries.subList(at, deliveries.size()));
      }
    }

    private void refresh() {
      if (at == 0 || System.nanoTime() - read > FRESH.toNanos()) {
        write();
        webhook = webhooks.find(webhookId);
        read = System.nanoTime();
      }
    }

    /** Tells the next; whether the receiver is to be told what follows. */
    private boolean tell(Webhook to) {
      Delivery delivery = deliveries.get(at);
      if (!to.active()) {
        Attempt none = new Attempt(clock.instant(), 0, null, NOT_ACTIVE);
        rows.tried(claimedBy, delivery, State.ERROR, none, false, MAX_PAUSE);
        at++;
        return true;
      }
      Attempt attempt =
          sender.send(sender.address(to), delivery.event(), delivery.requestId(), delivery.body());
      Response response = attempt.response();
      if (response != null && response.isSuccess() && to.standing().isGood()) {
        taken.put(delivery, attempt);
        at++;
        return true;
      }
      write();
      boolean failed = response == null || response.isTransient();
      return ended(attempt, failed) && !failed;
    }

    /**
     * Writes down how the current one ended. Those behind it are given up first: while it is
     * claimed, nobody else tells this receiver anything.
     *
     * @return whether it is still this session's
     */
    private boolean ended(Attempt attempt, boolean failed) {
      Delivery delivery = deliveries.get(at);
      Response response = attempt.response();
      if (failed && at + 1 < deliveries.size()) {
        rows.release(claimedBy, deliveries.subList(at + 1, deliveries.size()));
      }
      boolean written =
          rows.tried(claimedBy, delivery, state(delivery, attempt), attempt, failed, MAX_PAUSE);
      at = failed ? deliveries.size() : at + 1;
      webhook = Optional.empty();
      read = System.nanoTime() - FRESH.toNanos() - 1;
      if (written && failed) {
        LOG.info(
            "Webhook {} was not told of {}: {}",
            webhookId,
            delivery.event(),
            response == null ? attempt.error() : "status " + response.status());
      }
      return written;
    }

    private void write() {
      if (!taken.isEmpty()) {
        rows.taken(claimedBy, taken);
        taken.clear();
      }
    }

    /** Writes down that the current one failed here; whether that could be done. */
    boolean failed() {
      try {
        write();
        if (at < deliveries.size()) {
          ended(
              new Attempt(clock.instant(), 0, null, "The server failed; its log says why."), true);
        }
        return true;
      } catch (RuntimeException e) {
        LOG.debug("How delivery {} ended could not be written down", current().id(), e);
        return false;
      }
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
}
