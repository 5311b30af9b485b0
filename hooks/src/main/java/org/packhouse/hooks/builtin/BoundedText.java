package org.packhouse.hooks.builtin;

import java.util.regex.Pattern;

/** Bounds the accesses to a text, so that no expression and no push blocks a CPU for long. */
final class BoundedText implements CharSequence {

  private static final int LOOKS_A_CHARACTER = 200;
  private static final int LOOKS_AT_LEAST = 200_000;

  private final CharSequence text;
  private long left;

  private BoundedText(CharSequence text) {
    this.text = text;
    left = Math.max(LOOKS_AT_LEAST, (long) text.length() * LOOKS_A_CHARACTER);
  }

  static final class TooLongException extends RuntimeException {

    private static final long serialVersionUID = 1L;
  }

  static boolean isFound(Pattern pattern, CharSequence text) {
    try {
      return pattern.matcher(new BoundedText(text)).find();
    } catch (StackOverflowError e) {
      TooLongException failure = new TooLongException();
      failure.initCause(e);
      throw failure;
    }
  }

  @Override
  public char charAt(int index) {
    if (--left < 0) {
      throw new TooLongException();
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.subSequence(start, end);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
