package org.packhouse.app.upkeep.housekeeping;

import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The need for housekeeping: pushes or packs since the last one, and failures in a row. */
record Backlog(int since, @Nullable OffsetDateTime lastFullAt, int failures) {

  private static final Duration MAX_PAUSE = Duration.ofDays(1);

  /** Returns whether the last full repack was before a time; {@code ifNever}: there was none. */
  boolean wasFullBefore(Instant then, boolean ifNever) {
    return lastFullAt == null ? ifNever : lastFullAt.toInstant().isBefore(then);
  }

  /** Returns the time of the next attempt after one more failure. */
  OffsetDateTime nextTry(Instant now) {
    Duration pause = Duration.ofMinutes(1L << Math.min(failures, 12));
    return at(now.plus(pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE));
  }

  static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
