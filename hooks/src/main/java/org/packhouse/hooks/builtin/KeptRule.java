package org.packhouse.hooks.builtin;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A rule of the set that Gitleaks keeps. Its expressions are those of RE2: the time that they take
 * grows with the text alone.
 *
 * @param path of the files that it is for; null: all
 * @param minEntropy what the secret has more of, in bits a character; 0: any
 * @param secretGroup the group that is the secret; 0: the first that is there
 * @param allowed what is no secret
 */
record KeptRule(
    String id,
    Pattern expression,
    @Nullable Pattern path,
    double minEntropy,
    int secretGroup,
    List<Allowed> allowed) {

  /** How many matches of a part are looked at before it is taken for no place of secrets. */
  private static final int MAX_CANDIDATES = 200;

  private static final int MAX_LINE = 1000;

  /** The part of a finding that an expression is looked for in. */
  enum Target {
    SECRET,
    MATCH,
    LINE
  }

  /**
   * A rule for what is no secret.
   *
   * @param all whether the path and the text must both say so; else one of them is enough
   * @param paths of files
   * @param stopWords that a secret may hold, in lower case
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

  /** Whether it is for a file of that path. */
  boolean isFor(String file) {
    return (path == null || path.matcher(file).find())
        && allowed.stream().noneMatch(it -> it.isPath(file));
  }

  /**
   * The first secret in a text.
   *
   * @param from where the part that is looked at begins
   * @param to where it ends
   * @param none what else is no secret
   * @return where in the text the match begins; -1: there is none
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

  /** The line, or what of it is near: a file may be one line. */
  private static String line(String text, int at) {
    String behind = text.substring(at, Math.min(text.length(), at + MAX_LINE));
    int end = behind.indexOf('\n');
    int begin = lineBegin(text, Math.max(0, at - MAX_LINE), at);
    return text.substring(begin, at) + (end < 0 ? behind : behind.substring(0, end));
  }

  /** Where the line of a place begins; {@code from} if it began before that. */
  static int lineBegin(String text, int from, int at) {
    int begin = at;
    while (begin > from && text.charAt(begin - 1) != '\n') {
      begin--;
    }
    return begin;
  }

  /** Shannon's entropy of a text, in bits a character. */
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
