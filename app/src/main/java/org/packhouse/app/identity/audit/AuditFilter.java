package org.packhouse.app.identity.audit;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/**
 * A filter of audit events; null: any. Actor and the prefix of the subject are in any case.
 *
 * @param action such as {@code user.created}, or a prefix that ends with a dot, {@code user.}
 * @param until exclusive
 * @param before an id: only older events
 */
public record AuditFilter(
    @Nullable String actor,
    @Nullable String action,
    @Nullable String subject,
    @Nullable String node,
    @Nullable Instant from,
    @Nullable Instant until,
    @Nullable Long before) {

  private static final int MAX_LENGTH = 255;
  private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

  public static final AuditFilter ALL = new AuditFilter(null, null, null, null, null, null, null);

  /** Parses a filter as it was typed, with times as {@link #parseTime} reads them. */
  public static AuditFilter of(
      Text text, @Nullable String from, @Nullable String until, @Nullable Long before) {
    return new AuditFilter(
        text("actor", text.actor()),
        text("action", text.action()),
        text("subject", text.subject()),
        text("node", text.node()),
        time("from", from, false),
        time("until", until, true),
        before);
  }

  /** The textual conditions of a filter. */
  public record Text(
      @Nullable String actor,
      @Nullable String action,
      @Nullable String subject,
      @Nullable String node) {}

  public AuditFilter olderThan(long id) {
    return new AuditFilter(actor, action, subject, node, from, until, id);
  }

  private static @Nullable String text(String field, @Nullable String typed) {
    if (typed == null || typed.isBlank()) {
      return null;
    }
    if (typed.length() > MAX_LENGTH || typed.indexOf('\0') >= 0) {
      throw new InvalidFieldException(
          field, "What is looked for has at most %d characters.".formatted(MAX_LENGTH));
    }
    return typed.strip();
  }

  private static @Nullable Instant time(String field, @Nullable String typed, boolean end) {
    return typed == null || typed.isBlank() ? null : parseTime(field, typed.strip(), end);
  }

  /** Parses a time; {@code end}: a day stands for its end. */
  static Instant parseTime(String field, String typed, boolean end) {
    try {
      Instant time =
          typed.matches("\\d{1,15}")
              ? Instant.ofEpochMilli(Long.parseLong(typed))
              : typed.matches("\\d{4}-\\d{2}-\\d{2}")
                  ? LocalDate.parse(typed)
                      .plusDays(end ? 1 : 0)
                      .atStartOfDay(ZoneOffset.UTC)
                      .toInstant()
                  : Instant.parse(typed);
      if (time.isAfter(LAST) || time.isBefore(Instant.EPOCH)) {
        throw new DateTimeException("too far away");
      }
      return time;
    } catch (DateTimeException e) {
      throw new InvalidFieldException(
          field,
          "%s is no time: write 2026-03-01, 2026-03-01T12:00:00Z, or milliseconds since 1970."
              .formatted(InvalidFieldException.quote(typed)));
    }
  }
}
