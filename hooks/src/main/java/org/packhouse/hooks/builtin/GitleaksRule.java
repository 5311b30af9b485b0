package org.packhouse.hooks.builtin;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A rule of Gitleaks, with RE2 expressions, whose time is linear in the text.
 *
 * @param path of applicable files; null: all
 * @param minEntropy exclusive, in bits per character; 0: any
 * @param secretGroup the group of the secret; 0: the first non-empty one
 * @param allowed exceptions
 */
record GitleaksRule(
    String id,
    Pattern expression,
    @Nullable Pattern path,
    double minEntropy,
    int secretGroup,
    List<Allowed> allowed) {

  /** Matches in a part after which it counts as free of secrets. */
  private static final int MAX_CANDIDATES = 200;

  private static final int MAX_LINE = 1000;

  /** The part of a finding in which an exception is searched. */
  enum Target {
    SECRET,
    MATCH,
    LINE
  }

  /**
   * An exception.
   *
   * @param all whether path and text must both match, instead of one
   * @param stopWords in lower case
   */
  record Allowed(
      boolean all,
      List<Pattern> paths,
      Target target,
      List<Pattern> expressions,
      List<String> stopWords) {

    boolean isPath(String path) {
      return !all && found(paths, path);
    }

    private boolean is(String path, String secret, String match, String line) {
      String looked =
          switch (target) {
            case SECRET -> secret;
            case MATCH -> match;
            case LINE -> line;
          };
      String lower = secret.toLowerCase(Locale.ROOT);
      boolean text = found(expressions, looked) || stopWords.stream().anyMatch(lower::contains);
      return all ? text && (paths.isEmpty() || found(paths, path)) : text || found(paths, path);
    }

    private static boolean found(List<Pattern> patterns, String text) {
      return patterns.stream().anyMatch(it -> it.matcher(text).find());
    }
  }

  boolean isFor(String file) {
    return (path == null || path.matcher(file).find())
        && allowed.stream().noneMatch(it -> it.isPath(file));
  }

  /**
   * Returns the index of the first secret in a part, except those that contain an excluded text.
   */
  int firstIn(String file, String text, int from, int to, List<String> none) {
    Matcher matcher = expression.matcher(text.substring(from, to));
    for (int i = 0; i < MAX_CANDIDATES && matcher.find(); i++) {
      String match = matcher.group();
      String secret = secret(matcher);
      int at = from + matcher.start();
      if ((minEntropy == 0 || entropy(secret) > minEntropy)
          && none.stream().noneMatch(match::contains)
          && allowed.stream().noneMatch(it -> it.is(file, secret, match, line(text, at)))) {
        return text.indexOf(secret, at);
      }
    }
    return -1;
  }

  private String secret(Matcher matcher) {
    if (secretGroup > 0) {
      return String.valueOf(matcher.group(secretGroup));
    }
    return IntStream.rangeClosed(1, matcher.groupCount())
        .mapToObj(matcher::group)
        .filter(it -> it != null && !it.isEmpty())
        .findFirst()
        .orElseGet(matcher::group);
  }

  /** Returns the line, bounded, because a file may be one line. */
  private static String line(String text, int at) {
    String behind = text.substring(at, Math.min(text.length(), at + MAX_LINE));
    int end = behind.indexOf('\n');
    int begin = lineBegin(text, Math.max(0, at - MAX_LINE), at);
    return text.substring(begin, at) + (end < 0 ? behind : behind.substring(0, end));
  }

  /** Returns the start of the line, not before {@code from}. */
  static int lineBegin(String text, int from, int at) {
    int begin = at;
    while (begin > from && text.charAt(begin - 1) != '\n') {
      begin--;
    }
    return begin;
  }

  /** Returns Shannon's entropy in bits per character. */
  static double entropy(String text) {
    double length = text.codePointCount(0, text.length());
    return text
        .codePoints()
        .boxed()
        .collect(Collectors.groupingBy(it -> it, Collectors.counting()))
        .values()
        .stream()
        .mapToDouble(count -> -count / length * Math.log(count / length) / Math.log(2))
        .sum();
  }
}
