package org.packhouse.app.platform.page;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/**
 * The requested part of a list; controller parameters of this type are read from the query
 * parameters {@code start} and {@code limit}.
 *
 * @param start from 0
 * @param limit 1 to {@value #MAX_LIMIT}, unless the list has its own limits
 */
public record PageRequest(int start, int limit) {

  public static final int DEFAULT_LIMIT = 25;

  public static final int MAX_LIMIT = 1000;

  /** Returns the number of rows to read for {@link Page#ofOneMore}. */
  public int oneMore() {
    return limit + 1;
  }

  /** Reduces a larger limit to {@value #MAX_LIMIT}. */
  public static PageRequest parse(@Nullable String start, @Nullable String limit) {
    return parse(start, limit, DEFAULT_LIMIT, MAX_LIMIT);
  }

  /** Parses the parameters of a list with its own default and maximum. */
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
      // Handled below, like a number that is too small.
    }
    throw new InvalidFieldException(
        name,
        "The parameter %s must be a whole number from %d to %d, not %s."
            .formatted(name, least, Integer.MAX_VALUE, InvalidFieldException.quote(text)));
  }
}
