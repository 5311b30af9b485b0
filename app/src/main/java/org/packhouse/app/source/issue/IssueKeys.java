package org.packhouse.app.source.issue;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds keys of issues, such as {@code ABC-12}: two to 50 capitals, digits and underscores, a
 * hyphen, and a number. No text makes this slow: nothing is matched in two ways.
 */
public final class IssueKeys {

  private static final String KEY = "(?<key>[A-Z][A-Z0-9_]{1,49}+-[1-9][0-9]{0,9}+)";

  /**
   * Finds a key, as the group {@code key}, in text and in HTML: none in the middle of a word or of
   * an address. The sanitizer writes plus, equals sign and at sign as numbers.
   */
  public static final String IN_TEXT =
      "(?=[A-Z])(?<![\\p{L}\\p{N}_/.=&#?%~@+-])(?<!&(?:amp|#43|#61|#64);)"
          + KEY
          + "(?![\\p{L}\\p{N}_])";

  private static final Pattern TEXT = Pattern.compile(IN_TEXT);

  /** Names of branches are made of words and keys by whatever stands between. */
  private static final Pattern BRANCH =
      Pattern.compile("(?<![\\p{L}\\p{N}])" + KEY + "(?![\\p{L}\\p{N}])");

  private IssueKeys() {}

  /** Keys in a text, in their order. */
  public static Set<String> in(String text, int most) {
    return find(TEXT.matcher(text), most);
  }

  /** Keys in the name of a branch, in their order. */
  public static Set<String> inBranch(String name, int most) {
    return find(BRANCH.matcher(name), most);
  }

  private static Set<String> find(Matcher keys, int most) {
    Set<String> found = new LinkedHashSet<>();
    while (found.size() < most && keys.find()) {
      found.add(keys.group("key"));
    }
    return found;
  }
}
