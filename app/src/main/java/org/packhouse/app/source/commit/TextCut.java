package org.packhouse.app.source.commit;

/** Cuts text that clients made, and no character of two units in half. */
final class TextCut {

  private TextCut() {}

  /** The first so many units of text; a copy, so that the rest can be forgotten. */
  static String to(int max, String text) {
    if (text.length() <= max) {
      return text;
    }
    boolean halves = max > 0 && Character.isHighSurrogate(text.charAt(max - 1));
    return text.substring(0, halves ? max - 1 : max);
  }
}
