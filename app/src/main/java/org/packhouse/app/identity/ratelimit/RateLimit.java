package org.packhouse.app.identity.ratelimit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** The size of a token bucket: requests that may come at once, and tokens per second. */
public record RateLimit(int capacity, int fillRate) {

  /** The maximum of either number. */
  public static final int MAX = 1_000_000_000;

  private static final long SECOND = 1_000_000_000L;

  /** Checks a limit of a request, both numbers. */
  public static RateLimit of(@Nullable Integer capacity, @Nullable Integer fillRate) {
    List<InvalidFieldException.Field> errors = new ArrayList<>();
    check("capacity", capacity, errors);
    check("fillRate", fillRate, errors);
    if (capacity == null || fillRate == null || !errors.isEmpty()) {
      throw new InvalidFieldException(errors);
    }
    return new RateLimit(capacity, fillRate);
  }

  private static void check(
      String field, @Nullable Integer value, List<InvalidFieldException.Field> errors) {
    if (value == null || value < 1 || value > MAX) {
      errors.add(
          new InvalidFieldException.Field(
              field,
              "The field %s must be a whole number from 1 to %d, not %s."
                  .formatted(field, MAX, value == null ? "absent" : value.toString())));
    }
  }

  /** Returns the nanoseconds in which one token comes back; nodes share the limit. */
  long interval(int nodes) {
    return SECOND * nodes / fillRate;
  }

  /** Returns the nanoseconds in which an empty bucket fills, of one request at least. */
  long depth(int nodes) {
    return interval(nodes) * Math.ceilDiv(capacity, nodes);
  }
}
