package org.packhouse.app.source.commit;

/** Cuts text without splitting a surrogate pair. */
final class TextCut {

  private TextCut() {}

  /** Returns the first {@code max} UTF-16 units, as a copy, so that the rest can be collected. */
  static String to(int max, String text) {
    if (text.length() <= max) {
      return text;
    }
    boolean halves = max > 0 && Character.isHighSurrogate(text.charAt(max - 1));
    return text.substring(0, halves ? max - 1 : max);
  }
}
