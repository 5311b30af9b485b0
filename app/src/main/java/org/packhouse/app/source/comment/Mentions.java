package org.packhouse.app.source.comment;

import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the users that a text mentions: {@code @ada}, or {@code @"ada lovelace"} for names with
 * other characters. Code, addresses and parts of words are no mentions.
 */
public final class Mentions {

  /** Mentions of one text beyond this number notify nobody. */
  public static final int MAX_NAMES = 50;

  static final String NAME =
      "(?:\"([^\"\\n]{1,255})\"|([\\p{L}\\p{N}_](?:[\\p{L}\\p{N}_.+-]{0,253}[\\p{L}\\p{N}_])?))";

  private static final Pattern MENTION = Pattern.compile("(?<![\\p{L}\\p{N}_@/.+-])@" + NAME);
  private static final Pattern FENCE = Pattern.compile("^ {0,3}(`{3,}|~{3,})");
  private static final Pattern INLINE_CODE = Pattern.compile("(?<!`)(`++)[^`]+\\1(?!`)");

  private Mentions() {}

  /** Returns the mentioned names in lower case, each once, in their order. */
  public static Set<String> in(@Nullable String text) {
    Set<String> names = new LinkedHashSet<>();
    if (text == null || text.indexOf('@') < 0) {
      return names;
    }
    String fence = null;
    for (String line : text.split("\\R", -1)) {
      Matcher marks = FENCE.matcher(line);
      if (marks.find() && (fence == null || marks.group(1).startsWith(fence))) {
        fence = fence == null ? marks.group(1) : null;
      } else if (fence == null && line.indexOf('@') >= 0 && !line.startsWith("    ")) {
        find(line, names);
      }
    }
    return names;
  }

  private static void find(String line, Set<String> names) {
    Matcher found = MENTION.matcher(INLINE_CODE.matcher(line).replaceAll(" "));
    while (found.find() && names.size() < MAX_NAMES) {
      String quoted = found.group(1);
      names.add((quoted == null ? found.group(2) : quoted).toLowerCase(Locale.ROOT));
    }
  }
}
