package org.packhouse.app.notice.webhook;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.notice.webhook.Delivery.State;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.springframework.stereotype.Component;

/** The deliveries of webhooks while they are kept; checks no permission. */
@Component
public class DeliveryHistory {

  /** Deliveries are kept for a week, so that a weekend hides no failure. */
  static final Duration KEPT = Duration.ofDays(7);

  private final DeliveryHistoryRows rows;
  private final Deliveries deliveries;
  private final Clock clock;

  DeliveryHistory(DeliveryHistoryRows rows, Deliveries deliveries, Clock clock) {
    this.rows = rows;
    this.deliveries = deliveries;
    this.clock = clock;
  }

  public Optional<Delivery> latest(Webhook webhook, @Nullable String event, Set<State> states) {
    return rows.latest(webhook.id(), event, states, 0, 1).stream().findFirst();
  }

  public Page<Delivery> list(Webhook webhook, @Nullable String event, PageRequest page) {
    return Page.ofOneMore(
        page,
        rows.latest(webhook.id(), event, EnumSet.allOf(State.class), page.start(), page.oneMore()));
  }

  public Delivery require(Webhook webhook, long id) {
    return rows.find(webhook.id(), id).orElseThrow(() -> unknown(id));
  }

  private static RefusedException unknown(long id) {
    return new NoSuchException(
        Thing.ENTITY, "There is no delivery %d of this webhook.".formatted(id));
  }

  /**
   * The outcome of the latest delivery, the name of a {@link State}, and the number of pending
   * ones.
   */
  public record Glance(@Nullable String outcome, long pending) {
    public static final Glance NONE = new Glance(null, 0);
  }

  public Map<Long, Glance> glances(Collection<Webhook> webhooks) {
    return rows.glances(webhooks.stream().map(Webhook::id).toList());
  }

  /** The deliveries of a webhook within {@link #KEPT}, counts and the latest by outcome. */
  public record Statistics(
      Map<State, Long> counts, Map<State, Delivery> latest, Instant since, Duration window) {
    public long count(State state) {
      return counts.getOrDefault(state, 0L);
    }
  }

  public Statistics statistics(Webhook webhook, @Nullable String event) {
    Map<State, Delivery> latest = new EnumMap<>(State.class);
    for (State state : EnumSet.complementOf(EnumSet.of(State.PENDING))) {
      latest(webhook, event, EnumSet.of(state)).ifPresent(it -> latest.put(state, it));
    }
    return new Statistics(
        rows.counts(webhook.id(), event), latest, clock.instant().minus(KEPT), KEPT);
  }

  /** Queues a delivery once more, behind the pending ones. */
  public Delivery repeat(Webhook webhook, long id) {
    long repeated = rows.repeat(webhook.id(), id).orElseThrow(() -> unknown(id));
    rows.resume(webhook.id());
    deliveries.look();
    return rows.find(webhook.id(), repeated).orElseThrow();
  }
}
