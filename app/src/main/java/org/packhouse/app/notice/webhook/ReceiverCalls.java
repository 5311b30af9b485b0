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
 * Sends a batch of deliveries to one receiver, in order. Successes are written together, a few
 * times a second; after a failure the rest is released.
 */
@Component
class ReceiverCalls {

  private static final Logger LOG = LoggerFactory.getLogger(ReceiverCalls.class);

  /** The interval of reading the webhook again and writing successes. */
  private static final Duration FRESH = Duration.ofMillis(200);

  /** A receiver that was down for a night is told; later, what happened is no longer of use. */
  private static final Duration GIVE_UP_AFTER = Duration.ofDays(1);

  static final String NOT_ACTIVE = "The webhook is not active.";

  private final DeliveryRows rows;
  private final WebhookRows webhooks;
  private final Sender sender;
  private final Clock clock;

  ReceiverCalls(DeliveryRows rows, WebhookRows webhooks, Sender sender, Clock clock) {
    this.rows = rows;
    this.webhooks = webhooks;
    this.sender = sender;
    this.clock = clock;
  }

  /** Returns false if an outcome could not be written, so that a claim may be left. */
  boolean send(UUID claimedBy, long webhookId, List<Delivery> deliveries, BooleanSupplier running) {
    Batch batch = new Batch(claimedBy, webhookId, deliveries);
    try {
      batch.send(running);
      return true;
    } catch (RuntimeException e) {
      LOG.warn("Delivery {} of webhook {} failed", batch.current().id(), webhookId, e);
      return batch.fail();
    }
  }

  /** The claimed deliveries of one webhook, and the position of the next. */
  private final class Batch {

    private final UUID claimedBy;
    private final long webhookId;
    private final List<Delivery> deliveries;
    private final Map<Delivery, Attempt> taken = new LinkedHashMap<>();
    private int at;
    private long read;
    private Optional<Webhook> webhook = Optional.empty();

    Batch(UUID claimedBy, long webhookId, List<Delivery> deliveries) {
      this.claimedBy = claimedBy;
      this.webhookId = webhookId;
      this.deliveries = deliveries;
    }

    Delivery current() {
      return deliveries.get(Math.min(at, deliveries.size() - 1));
    }

    void send(BooleanSupplier running) {
      boolean goesOn = true;
      while (goesOn && at < deliveries.size() && running.getAsBoolean()) {
        refresh();
        if (webhook.isEmpty()) {
          // It was deleted, and its deliveries with it.
          return;
        }
        goesOn = sendNext(webhook.get());
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

    private boolean sendNext(Webhook to) {
      Delivery delivery = deliveries.get(at);
      if (!to.active()) {
        Attempt none = new Attempt(clock.instant(), 0, null, NOT_ACTIVE);
        rows.end(claimedBy, delivery, State.ERROR, none, false);
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
      return end(attempt, failed) && !failed;
    }

    /**
     * Releases the later deliveries before it ends the current one, which keeps other nodes from
     * this webhook. Returns whether the session still had the delivery.
     */
    private boolean end(Attempt attempt, boolean failed) {
      Delivery delivery = deliveries.get(at);
      Response response = attempt.response();
      if (failed && at + 1 < deliveries.size()) {
        rows.release(claimedBy, deliveries.subList(at + 1, deliveries.size()));
      }
      boolean written = rows.end(claimedBy, delivery, state(delivery, attempt), attempt, failed);
      at = failed ? deliveries.size() : at + 1;
      webhook = Optional.empty();
      read = System.nanoTime() - FRESH.toNanos() - 1;
      if (written && failed) {
        LOG.info(
            "Webhook {} did not get event {}: {}",
            webhookId,
            delivery.event(),
            response == null ? attempt.error() : "status " + response.status());
      }
      return written;
    }

    private void write() {
      if (!taken.isEmpty()) {
        rows.succeed(claimedBy, taken);
        taken.clear();
      }
    }

    /** Ends the current delivery by an error of this server; returns false if that fails too. */
    boolean fail() {
      try {
        write();
        if (at < deliveries.size()) {
          end(new Attempt(clock.instant(), 0, null, "The server failed; its log says why."), true);
        }
        return true;
      } catch (RuntimeException e) {
        LOG.debug("The outcome of delivery {} could not be written", current().id(), e);
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
            && delivery.created().plus(GIVE_UP_AFTER).isAfter(clock.instant());
    return again ? State.PENDING : response == null ? State.ERROR : State.FAILURE;
  }
}
