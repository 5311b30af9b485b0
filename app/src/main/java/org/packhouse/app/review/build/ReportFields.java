package org.packhouse.app.review.build;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/** Checks fields of reports about commits. */
public final class ReportFields {

  /** Characters of a key or a name. */
  public static final int MAX_KEY = 255;

  /** Characters of an address or a few sentences. */
  public static final int MAX_TEXT = 2_000;

  private static final Pattern ADDRESS = Pattern.compile("(?i)https?://[^\\s\\p{Cntrl}]+");
  private static final Pattern COMMIT = Pattern.compile("[0-9a-fA-F]{40}");

  private ReportFields() {}

  public static boolean isCommit(String text) {
    return COMMIT.matcher(text).matches();
  }

  /** Returns a full commit id in lower case. */
  public static String commit(String text) {
    if (!COMMIT.matcher(text).matches()) {
      throw new InvalidFieldException(
          "commitId",
          "A commit is named by the 40 hexadecimal digits of its id here, not by %s."
              .formatted(InvalidFieldException.quote(text)));
    }
    return text.toLowerCase(Locale.ROOT);
  }

  public static String required(String field, @Nullable String text, int limit) {
    if (text == null || text.isBlank()) {
      throw new InvalidFieldException(field, "The field %s is required.".formatted(field));
    }
    return limited(field, text, limit);
  }

  public static @Nullable String optional(String field, @Nullable String text, int limit) {
    return text == null || text.isEmpty() ? null : limited(field, text, limit);
  }

  private static String limited(String field, String text, int limit) {
    if (text.length() > limit || text.indexOf('\0') >= 0) {
      throw new InvalidFieldException(
          field,
          "The field %s has at most %d characters, none of them NUL; this one has %d: %s."
              .formatted(field, limit, text.length(), InvalidFieldException.quote(text)));
    }
    return text;
  }

  public static String address(String field, @Nullable String text) {
    String address = required(field, text, MAX_TEXT);
    if (!ADDRESS.matcher(address).matches()) {
      throw new InvalidFieldException(
          field,
          "The field %s is an address that begins with http:// or https://, not %s."
              .formatted(field, InvalidFieldException.quote(address)));
    }
    return address;
  }

  /** Returns the constant of a name in any case. */
  public static <E extends Enum<E>> E constant(String field, @Nullable String text, Class<E> type) {
    String name = required(field, text, MAX_KEY).toUpperCase(Locale.ROOT);
    return Arrays.stream(type.getEnumConstants())
        .filter(it -> it.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new InvalidFieldException(
                field,
                "The field %s must be one of %s, not %s."
                    .formatted(
                        field,
                        Arrays.toString(type.getEnumConstants()),
                        InvalidFieldException.quote(name))));
  }
}
