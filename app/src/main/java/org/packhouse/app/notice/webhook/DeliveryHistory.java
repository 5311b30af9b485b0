package org.packhouse.app.notice.webhook;

import java.time.Clock;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.notice.webhook.Delivery.State;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.springframework.stereotype.Component;

/** Tells what has become of deliveries, as long as they are kept. */
@Component
public class DeliveryHistory {

  private static final Set<State> ENDED = EnumSet.complementOf(EnumSet.of(State.PENDING));

  private final DeliveryRows rows;
  private final Deliveries deliveries;
  private final WebhookSettings settings;
  private final Clock clock;

  DeliveryHistory(DeliveryRows rows, Deliveries deliveries, WebhookSettings settings, Clock clock) {
    this.rows = rows;
    this.deliveries = deliveries;
    this.settings = settings;
    this.clock = clock;
  }

  /**
   * The latest that has ended.
   *
   * @param outcome its name; null: any
   */
  Optional<InvocationView> latest(
      Webhook webhook, @Nullable String event, @Nullable String outcome) {
    Set<State> states =
        outcome == null
            ? ENDED
            : EnumSet.of(
                Arrays.stream(State.values())
                    .filter(state -> state.name().equalsIgnoreCase(outcome))
                    .findFirst()
                    .orElseThrow(() ->
                        new InvalidFieldException(
                            "outcome",
                            "An outcome is SUCCESS, FAILURE or ERROR, not %s."
                                .formatted(InvalidFieldException.quote(outcome)))));
    return latest(webhook, event, states);
  }

  private Optional<InvocationView> latest(
      Webhook webhook, @Nullable String event, Set<State> states) {
    return rows.latest(webhook.id(), event, states, 0, 1).stream()
        .findFirst()
        .map(delivery -> InvocationView.of(webhook, delivery));
  }

  /** All of a webhook, the latest first. */
  public Page<InvocationView> list(Webhook webhook, @Nullable String event, PageRequest page) {
    return Page.ofOneMore(
            page,
            rows.latest(
                webhook.id(), event, EnumSet.allOf(State.class), page.start(), page.oneMore()))
        .map(delivery -> InvocationView.of(webhook, delivery));
  }

  /**
   * A delivery of a webhook.
   *
   * @throws RefusedException if there is none of that id
   */
  public InvocationView require(Webhook webhook, long id) {
    return rows.find(webhook.id(), id)
        .map(delivery -> InvocationView.of(webhook, delivery))
        .orElseThrow(() -> unknown(id));
  }

  private static RefusedException unknown(long id) {
    return new NoSuchException(
        Thing.ENTITY, "There is no delivery %d of this webhook.".formatted(id));
  }

  /**
   * End of the latest delivery of a webhook, and what waits.
   *
   * @param outcome its name; null: none has ended
   * @param pending a count
   */
  public record Glance(@Nullable String outcome, long pending) {
    /** Nothing was told, and nothing waits. */
    public static final Glance NONE = new Glance(null, 0);
  }

  /** The same of several webhooks, by their ids. */
  public Map<Long, Glance> glances(Collection<Webhook> webhooks) {
    return rows.glances(webhooks.stream().map(Webhook::id).toList());
  }

  /** Counts, and the latest of each outcome. */
  public HistoryView statistics(Webhook webhook, @Nullable String event) {
    Map<State, Long> counts = rows.counts(webhook.id(), event);
    long window = settings.history().toMillis();
    return new HistoryView(
        latest(webhook, event, EnumSet.of(State.SUCCESS)).orElse(null),
        latest(webhook, event, EnumSet.of(State.FAILURE)).orElse(null),
        latest(webhook, event, EnumSet.of(State.ERROR)).orElse(null),
        new HistoryView.CountsView(
            counts.getOrDefault(State.SUCCESS, 0L),
            counts.getOrDefault(State.FAILURE, 0L),
            counts.getOrDefault(State.ERROR, 0L),
            counts.getOrDefault(State.PENDING, 0L),
            new HistoryView.WindowView(clock.millis() - window, window)));
  }

  /** The same for each event that the webhook asks for. */
  Map<String, HistoryView> summary(Webhook webhook) {
    Map<String, HistoryView> summary = new LinkedHashMap<>();
    webhook.events().forEach(event -> summary.put(event, statistics(webhook, event)));
    return summary;
  }

  /**
   * Has something told once more, behind what waits.
   *
   * @throws RefusedException if there is no such delivery
   */
  public InvocationView again(Webhook webhook, long id) {
    long made = rows.again(webhook.id(), id).orElseThrow(() -> unknown(id));
    rows.resume(webhook.id());
    deliveries.look();
    return InvocationView.of(webhook, rows.find(webhook.id(), made).orElseThrow());
  }
}
