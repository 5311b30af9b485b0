package org.packhouse.app.source.issue;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds issue keys such as {@code ABC-12}: two to 50 capitals, digits and underscores, a hyphen, a
 * number. The quantifiers are possessive, so no text makes matching slow.
 */
public final class IssueKeys {

  private static final String KEY = "(?<key>[A-Z][A-Z0-9_]{1,49}+-[1-9][0-9]{0,9}+)";

  /**
   * Matches a key, as the group {@code key}, in text and HTML, but not inside a word or an address.
   * The HTML sanitizer writes plus, equals and at signs as numeric references.
   */
  public static final String IN_TEXT =
      "(?=[A-Z])(?<![\\p{L}\\p{N}_/.=&#?%~@+-])(?<!&(?:amp|#43|#61|#64);)"
          + KEY
          + "(?![\\p{L}\\p{N}_])";

  private static final Pattern TEXT = Pattern.compile(IN_TEXT);

  /** A branch name may separate words and keys by any character. */
  private static final Pattern BRANCH =
      Pattern.compile("(?<![\\p{L}\\p{N}])" + KEY + "(?![\\p{L}\\p{N}])");

  private IssueKeys() {}

  public static Set<String> in(String text, int limit) {
    return find(TEXT.matcher(text), limit);
  }

  public static Set<String> inBranch(String name, int limit) {
    return find(BRANCH.matcher(name), limit);
  }

  private static Set<String> find(Matcher keys, int limit) {
    Set<String> found = new LinkedHashSet<>();
    while (found.size() < limit && keys.find()) {
      found.add(keys.group("key"));
    }
    return found;
  }
}
