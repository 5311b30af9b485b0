package org.packhouse.app.notice.webhook.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.notice.webhook.Delivery;
import org.packhouse.app.notice.webhook.Delivery.State;
import org.packhouse.app.notice.webhook.DeliveryHistory;
import org.packhouse.app.notice.webhook.Webhook;

/** The deliveries of a webhook by outcome, in the REST dialect. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record HistoryView(
    @Nullable InvocationView lastSuccess,
    @Nullable InvocationView lastFailure,
    @Nullable InvocationView lastError,
    CountsView counts) {

  public record CountsView(
      long successes, long failures, long errors, long pending, WindowView window) {}

  /** The counted time, in milliseconds. */
  public record WindowView(long start, long duration) {}

  public static HistoryView of(Webhook webhook, DeliveryHistory.Statistics statistics) {
    return new HistoryView(
        latest(webhook, statistics, State.SUCCESS),
        latest(webhook, statistics, State.FAILURE),
        latest(webhook, statistics, State.ERROR),
        new CountsView(
            statistics.count(State.SUCCESS),
            statistics.count(State.FAILURE),
            statistics.count(State.ERROR),
            statistics.count(State.PENDING),
            new WindowView(statistics.since().toEpochMilli(), statistics.window().toMillis())));
  }

  private static @Nullable InvocationView latest(
      Webhook webhook, DeliveryHistory.Statistics statistics, State state) {
    Delivery delivery = statistics.latest().get(state);
    return delivery == null ? null : InvocationView.of(webhook, delivery);
  }
}
