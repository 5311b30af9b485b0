package org.packhouse.app.notice.webhook;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;

/** Maps rows of {@code webhook_delivery} by the names of their columns. */
final class DeliveryMapper implements RowMapper<Delivery> {

  private static final RowMapper<Head> HEAD = new SimplePropertyRowMapper<>(Head.class);
  private static final RowMapper<Tried> TRIED = new SimplePropertyRowMapper<>(Tried.class);

  private record Head(
      long id, long webhookId, String event, UUID requestId, String body, Instant createdAt) {}

  private record Tried(
      @Nullable Instant triedAt,
      @Nullable Integer durationMs,
      @Nullable Integer status,
      @Nullable String responseHeaders,
      @Nullable String responseBody,
      @Nullable String error) {

    Delivery.@Nullable Attempt attempt() {
      return triedAt == null
          ? null
          : new Delivery.Attempt(
              triedAt, Objects.requireNonNullElse(durationMs, 0), response(), error);
    }

    private Delivery.@Nullable Response response() {
      return status == null
          ? null
          : new Delivery.Response(
              status,
              Objects.requireNonNullElse(responseHeaders, ""),
              Objects.requireNonNullElse(responseBody, ""));
    }
  }

  @Override
  public Delivery mapRow(ResultSet row, int number) throws SQLException {
    Head head = HEAD.mapRow(row, number);
    return new Delivery(
        head.id(),
        head.webhookId(),
        head.event(),
        head.requestId(),
        head.body(),
        head.createdAt(),
        new Delivery.Progress(
            Delivery.State.valueOf(row.getString("state")),
            row.getInt("attempts"),
            TRIED.mapRow(row, number).attempt()));
  }
}
