package org.packhouse.app.identity.ratelimit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/**
 * Size of a token bucket: each request takes a token.
 *
 * @param capacity how many tokens it holds: so many requests may come at once
 * @param fillRate how many come back in a second
 */
public record RateLimit(int capacity, int fillRate) {

  /** The most that either may be. */
  public static final int MAX = 1_000_000_000;

  private static final long SECOND = 1_000_000_000L;

  /**
   * A limit as a request has it.
   *
   * @throws InvalidFieldException if a number is absent, below 1 or above a thousand million
   */
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

  /**
   * Nanoseconds until one token comes back.
   *
   * @param nodes that share the limit: each has its part of the bucket
   */
  long interval(int nodes) {
    return SECOND * nodes / fillRate;
  }

  /**
   * Nanoseconds until an empty bucket is full.
   *
   * @param nodes that share the limit; each lets at least one request through
   */
  long depth(int nodes) {
    return interval(nodes) * Math.ceilDiv(capacity, nodes);
  }
}
