package org.packhouse.app.identity.audit;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** Parses times as they are typed. */
final class AuditTimes {

  private static final Instant LAST = Instant.parse("9999-12-31T00:00:00Z");

  private AuditTimes() {}

  /** Parses a time; {@code end}: a day stands for its end. */
  static Instant parse(String field, String typed, boolean end) {
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
