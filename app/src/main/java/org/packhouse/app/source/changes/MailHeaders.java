package org.packhouse.app.source.changes;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** Encodes text for mail headers: ASCII as it is, all else as encoded words (RFC 2047). */
public final class MailHeaders {

  private static final int WORD_BYTES = 45;
  private static final Pattern SPECIALS = Pattern.compile("[()<>\\[\\]:;@\\\\,.\"]");

  private MailHeaders() {}

  public static String text(String value) {
    return isPlain(value) ? value : encoded(value);
  }

  /** Encodes a display name, in quotes if it has characters of the address syntax. */
  public static String name(String value) {
    if (!isPlain(value)) {
      return encoded(value);
    }
    return SPECIALS.matcher(value).find()
        ? '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"'
        : value;
  }

  private static boolean isPlain(String value) {
    return value.chars().allMatch(c -> c >= ' ' && c < 0x7f) && !value.contains("=?");
  }

  private static String encoded(String value) {
    StringBuilder words = new StringBuilder();
    StringBuilder word = new StringBuilder();
    value
        .codePoints()
        .forEach(c -> {
          String next = encoded(c);
          if (word.length() + next.length() > WORD_BYTES) {
            append(words, word);
          }
          word.append(next);
        });
    append(words, word);
    return words.toString();
  }

  private static void append(StringBuilder words, StringBuilder word) {
    words.append(words.isEmpty() ? "" : "\n ").append("=?UTF-8?q?").append(word).append("?=");
    word.setLength(0);
  }

  private static String encoded(int c) {
    boolean safe = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (safe) {
      return Character.toString(c);
    }
    StringBuilder octets = new StringBuilder();
    for (byte octet : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
      octets.append("=%02X".formatted(octet & 0xff));
    }
    return octets.toString();
  }
}
