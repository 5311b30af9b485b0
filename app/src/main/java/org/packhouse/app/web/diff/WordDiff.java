package org.packhouse.app.web.diff;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.packhouse.app.source.highlight.LineHtml;
import org.packhouse.app.source.highlight.Span;

/**
 * Marks the words that differ between a removed line and the added line in its place: those between
 * the common beginning and the common end. Lines with little in common are not marked.
 */
final class WordDiff {

  private static final Pattern WORD =
      Pattern.compile("\\w+|\\s+|.", Pattern.UNICODE_CHARACTER_CLASS);
  private static final int MAX_LENGTH = 1000;
  private static final int LEAST_IN_COMMON = 4;

  private final String before;
  private final String after;
  private final int head;
  private final int tail;

  private WordDiff(String before, String after, int head, int tail) {
    this.before = before;
    this.after = after;
    this.head = head;
    this.tail = tail;
  }

  static WordDiff of(String before, String after) {
    if (before.length() > MAX_LENGTH || after.length() > MAX_LENGTH) {
      return new WordDiff(before, after, 0, 0);
    }
    int most = Math.min(before.length(), after.length());
    int same = 0;
    while (same < most && before.charAt(same) == after.charAt(same)) {
      same++;
    }
    int head = Math.min(wordStart(before, same), wordStart(after, same));
    int tail = 0;
    while (tail < most - head
        && before.charAt(before.length() - tail - 1) == after.charAt(after.length() - tail - 1)) {
      tail++;
    }
    tail = Math.min(wordTail(before, tail), wordTail(after, tail));
    boolean alike = (head + tail) * LEAST_IN_COMMON >= most;
    return alike ? new WordDiff(before, after, head, tail) : new WordDiff(before, after, 0, 0);
  }

  String beforeHtml(List<Span> colours) {
    return html(before, colours);
  }

  String afterHtml(List<Span> colours) {
    return html(after, colours);
  }

  private String html(String line, List<Span> colours) {
    int end = line.length() - tail;
    return head + tail == 0 ? LineHtml.of(line, colours) : LineHtml.of(line, colours, head, end);
  }

  // The beginning of the word at the index, or the index between words.
  private static int wordStart(String line, int index) {
    Matcher words = WORD.matcher(line);
    int start = 0;
    while (words.find() && words.start() <= index) {
      start = words.end() <= index ? words.end() : words.start();
    }
    return Math.min(start, index);
  }

  // The length of the tail, shortened to begin at a word.
  private static int wordTail(String line, int tail) {
    int start = line.length() - tail;
    Matcher words = WORD.matcher(line);
    while (words.find()) {
      if (words.start() >= start) {
        return line.length() - words.start();
      }
    }
    return 0;
  }
}
