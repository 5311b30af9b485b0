package org.packhouse.app.source.comment;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Finds the names of users that a text mentions: {@code @ada}, {@code @"ada lovelace"}. Code, in a
 * block or within a line, mentions nobody, and neither does an e-mail address.
 */
public final class Mentions {

  private static final int MAX = 100;
  private static final Pattern FENCE = Pattern.compile("^ {0,3}(`{3,}|~{3,}).*");
  private static final Pattern CODE = Pattern.compile("(?<!`)(`++)(?!`).*?(?<!`)\\1(?!`)");
  private static final Pattern MENTION =
      Pattern.compile(
          "(?<![\\p{L}\\p{N}_@./`-])@(?:\"([^\"\\n@]{1,255})\"|([\\p{L}\\p{N}_][\\p{L}\\p{N}._-]{0,254}))");

  private Mentions() {}

  /**
   * The names in the order of their first mention, a hundred at most; nobody has to be called so.
   *
   * @param text Markdown; null: none
   */
  public static Set<String> in(@Nullable String text) {
    Set<String> names = new LinkedHashSet<>();
    if (text == null || text.indexOf('@') < 0) {
      return names;
    }
    String fence = null;
    for (String line : text.split("\\R", -1)) {
      Matcher opening = FENCE.matcher(line);
      if (fence != null) {
        String stripped = line.strip();
        boolean closes =
            stripped.startsWith(fence) && stripped.chars().allMatch(it -> it == stripped.charAt(0));
        fence = closes ? null : fence;
      } else if (opening.matches()) {
        fence = opening.group(1);
      } else if (!line.startsWith("    ") && !line.startsWith("\t")) {
        find(line, names);
      }
    }
    return names;
  }

  private static void find(String line, Set<String> names) {
    Matcher mention = MENTION.matcher(withoutCode(line));
    while (mention.find() && names.size() < MAX) {
      String quoted = mention.group(1);
      // A sentence may end behind a name.
      String name = quoted != null ? quoted.strip() : mention.group(2).replaceFirst("[.-]+$", "");
      if (!name.isEmpty()) {
        names.add(name);
      }
    }
  }

  private static String withoutCode(String line) {
    return line.indexOf('`') < 0 ? line : CODE.matcher(line).replaceAll(" ");
  }
}
