package org.packhouse.app.identity.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/**
 * Filter of audit events; null: any.
 *
 * @param actor name of who did it, without regard to case
 * @param action such as {@code user.created}, or its beginning with a dot, {@code user.}
 * @param subject beginning of what it was done to, without regard to case
 * @param from not before
 * @param until before
 * @param before id: only older ones
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

  /** Everything. */
  public static final AuditFilter ALL = new AuditFilter(null, null, null, null, null, null, null);

  /**
   * A filter as somebody has typed it.
   *
   * @param text actor, action, subject, node
   * @param from a time such as {@code 2026-03-01T00:00:00Z}, a day, or milliseconds
   * @throws InvalidFieldException if a value is too long or no time
   */
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

  /** The parts of a filter that are text. */
  public record Text(
      @Nullable String actor,
      @Nullable String action,
      @Nullable String subject,
      @Nullable String node) {}

  /** The same for those that are older than an event. */
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
