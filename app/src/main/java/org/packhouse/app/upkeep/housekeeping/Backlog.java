package org.packhouse.app.upkeep.housekeeping;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The need of a repository or a pool for housekeeping.
 *
 * @param since pushes or packs since the last one
 * @param lastFullAt when everything was packed anew; null: never
 * @param failures in a row
 */
record Backlog(int since, @Nullable OffsetDateTime lastFullAt, int failures) {

  private static final Duration MAX_PAUSE = Duration.ofDays(1);

  /** That of a row with the columns {@code since}, {@code last_full_at} and {@code failures}. */
  static Backlog of(ResultSet row) throws SQLException {
    return new Backlog(
        row.getInt("since"),
        row.getObject("last_full_at", OffsetDateTime.class),
        row.getInt("failures"));
  }

  /** Whether everything was packed anew before then; {@code ifNever} if it never was. */
  boolean wasFullBefore(Instant then, boolean ifNever) {
    return lastFullAt == null ? ifNever : lastFullAt.toInstant().isBefore(then);
  }

  /** When to try again after one failure more: each time later. */
  OffsetDateTime nextTry(Instant now) {
    Duration pause = Duration.ofMinutes(1L << Math.min(failures, 12));
    return at(now.plus(pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE));
  }

  static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
