package org.packhouse.app.identity.audit;

import java.time.Instant;
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

  public static final AuditFilter ALL = new AuditFilter(null, null, null, null, null, null, null);

  /** Parses a filter as it was typed, with times as {@link AuditTimes} reads them. */
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
    return typed == null || typed.isBlank() ? null : AuditTimes.parse(field, typed.strip(), end);
  }
}
