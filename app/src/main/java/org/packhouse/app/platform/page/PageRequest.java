package org.packhouse.app.platform.page;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/**
 * The part of a list that is asked for. A controller method that takes one gets it from the query
 * parameters {@code start} and {@code limit}.
 *
 * @param start index of the first value, from 0
 * @param limit how many, 1 to {@value #MAX_LIMIT} where a list has no limits of its own
 */
public record PageRequest(int start, int limit) {

  /** How many values a page holds if the client says nothing. */
  public static final int DEFAULT_LIMIT = 25;

  /** How many values a page holds at most. */
  public static final int MAX_LIMIT = 1000;

  /** How many rows to read so that {@link Page#ofOneMore} can tell whether more follow. */
  public int oneMore() {
    return limit + 1;
  }

  /**
   * Reads the parameters; more than {@value #MAX_LIMIT} is cut to that.
   *
   * @throws InvalidFieldException if one is no number, {@code start} is below 0 or {@code limit}
   *     below 1
   */
  public static PageRequest parse(@Nullable String start, @Nullable String limit) {
    return parse(start, limit, DEFAULT_LIMIT, MAX_LIMIT);
  }

  /**
   * Reads the parameters of a list with limits of its own.
   *
   * @param absent how many values if the client says nothing
   * @param most how many values at most; more is cut to that
   * @throws InvalidFieldException as the other one
   */
  public static PageRequest parse(
      @Nullable String start, @Nullable String limit, int absent, int most) {
    int first = number("start", start, 0, 0);
    int wanted = number("limit", limit, absent, 1);
    return new PageRequest(first, Math.min(wanted, most));
  }

  private static int number(String name, @Nullable String text, int absent, int least) {
    if (text == null || text.isEmpty()) {
      return absent;
    }
    try {
      int value = Integer.parseInt(text);
      if (value >= least) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Answered below, like a number that is too small.
    }
    throw new InvalidFieldException(
        name,
        "The parameter %s must be a whole number from %d to %d, not %s."
            .formatted(name, least, Integer.MAX_VALUE, InvalidFieldException.quote(text)));
  }
}
