package org.packhouse.hooks.builtin;

import java.util.regex.Pattern;

/**
 * A text that lets itself be looked at a number of times and no more, so that no expression that
 * somebody has written, and no text that somebody pushes, keeps a processor for long.
 */
final class BoundedText implements CharSequence {

  private static final int LOOKS_A_CHARACTER = 200;
  private static final int LOOKS_AT_LEAST = 200_000;

  private final CharSequence text;
  private long left;

  private BoundedText(CharSequence text) {
    this.text = text;
    left = Math.max(LOOKS_AT_LEAST, (long) text.length() * LOOKS_A_CHARACTER);
  }

  /** The expression takes too long for the text. */
  static final class TooLongException extends RuntimeException {

    private static final long serialVersionUID = 1L;
  }

  /**
   * Whether an expression is found in a text.
   *
   * @throws TooLongException if that would take too long to find out
   */
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
