package org.packhouse.app.engine.ssh;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a client's command line into words as a shell would: at blanks, with {@code '...'}, {@code
 * "..."} and backslashes. That undoes git's own quoting, in which {@code '} becomes {@code '\''}
 * and {@code !} becomes {@code '\!'}. Nothing is expanded or handed to a shell.
 */
final class CommandLine {

  private static final String ESCAPABLE_IN_DOUBLE_QUOTES = "\"\\$`";

  private final String text;
  private int position;

  private CommandLine(String text) {
    this.text = text;
  }

  /** Splits a line, or throws an IllegalArgumentException with a sentence about an open quote. */
  static List<String> split(String text) {
    return new CommandLine(text).words();
  }

  private List<String> words() {
    List<String> words = new ArrayList<>();
    while (skipBlanks()) {
      words.add(word());
    }
    return words;
  }

  private boolean skipBlanks() {
    while (position < text.length() && isBlank(text.charAt(position))) {
      position++;
    }
    return position < text.length();
  }

  private String word() {
    StringBuilder word = new StringBuilder();
    while (position < text.length() && !isBlank(text.charAt(position))) {
      char c = text.charAt(position++);
      switch (c) {
        case '\'' -> singleQuoted(word);
        case '"' -> doubleQuoted(word);
        case '\\' -> word.append(escaped());
        default -> word.append(c);
      }
    }
    return word.toString();
  }

  private void singleQuoted(StringBuilder word) {
    int end = text.indexOf('\'', position);
    if (end < 0) {
      throw notClosed('\'');
    }
    word.append(text, position, end);
    position = end + 1;
  }

  private void doubleQuoted(StringBuilder word) {
    while (position < text.length()) {
      char c = text.charAt(position++);
      if (c == '"') {
        return;
      }
      if (c == '\\'
          && position < text.length()
          && ESCAPABLE_IN_DOUBLE_QUOTES.indexOf(text.charAt(position)) >= 0) {
        c = text.charAt(position++);
      }
      word.append(c);
    }
    throw notClosed('"');
  }

  private char escaped() {
    if (position == text.length()) {
      throw new IllegalArgumentException("The command ends with a backslash: " + text);
    }
    return text.charAt(position++);
  }

  private IllegalArgumentException notClosed(char quote) {
    return new IllegalArgumentException(
        "The command opens a %c and does not close it: %s".formatted(quote, text));
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n';
  }
}
