package org.packhouse.app.notice.webhook;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.notice.webhook.Delivery.Attempt;
import org.packhouse.app.notice.webhook.Delivery.Response;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;

/** A row of {@code webhook_delivery}, by its columns. */
record DeliveryRow(
    long id,
    long webhookId,
    String event,
    UUID requestId,
    String body,
    Delivery.State state,
    int attempts,
    Instant createdAt,
    @Nullable Instant triedAt,
    @Nullable Integer durationMs,
    @Nullable Integer status,
    @Nullable String responseHeaders,
    @Nullable String responseBody,
    @Nullable String error) {

  static final RowMapper<DeliveryRow> MAPPER = new SimplePropertyRowMapper<>(DeliveryRow.class);

  Delivery delivery() {
    return new DeliveryBuilder()
        .id(id)
        .webhookId(webhookId)
        .event(event)
        .requestId(requestId)
        .body(body)
        .state(state)
        .attempts(attempts)
        .created(createdAt)
        .last(last())
        .build();
  }

  private @Nullable Attempt last() {
    return triedAt == null
        ? null
        : new Attempt(triedAt, durationMs == null ? 0 : durationMs, response(), error);
  }

  private @Nullable Response response() {
    return status == null
        ? null
        : new Response(
            status,
            responseHeaders == null ? "" : responseHeaders,
            responseBody == null ? "" : responseBody);
  }
}
