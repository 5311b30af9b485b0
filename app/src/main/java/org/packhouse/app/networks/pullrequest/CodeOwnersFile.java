package org.packhouse.app.networks.pullrequest;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Rules of a file {@code CODEOWNERS}: a pattern a line, as in {@code .gitignore}, and behind it
 * {@code @name}, {@code @"a name"}, e-mail addresses, or reviewer groups as {@code @@name},
 * {@code @@"a name"} or {@code @reviewer-group/name}. Of the rules that fit a path the last one
 * counts; one without owners takes them away. What is no rule is passed over.
 */
final class CodeOwnersFile {

  /** Rules that are read; the file may go on. */
  static final int MAX_RULES = 500;

  static final int MAX_PATTERN = 500;
  private static final int MAX_OWNERS = 20;

  /** A pattern, in which a backslash keeps a blank, and the rest of the line. */
  private static final Pattern LINE =
      Pattern.compile("^((?:\\\\.|[^\\\\\\s]){1,500}+)(?:\\s+(.*))?$");

  private static final Pattern OWNER =
      Pattern.compile(
          "(?<!\\S)(?:@@\"(?<quotedGroup>[^\"]{1,255})\""
              + "|@@(?<group>[^\\s@\"]{1,255})(?=\\s|$)"
              + "|@\"reviewer-group/(?<quotedReviewers>[^\"]{1,255})\""
              + "|@reviewer-group/(?<reviewers>[^\\s@\"/]{1,255})(?=\\s|$)"
              + "|@\"(?<quoted>[^\"]{1,255})\""
              + "|@(?<name>[^\\s@\"/]{1,255})(?=\\s|$)"
              + "|(?<address>[^\\s@#]{1,255}@[^\\s@]{1,255}))");

  /** The parts of that which name somebody, and what each names. */
  private static final Map<String, Kind> PARTS =
      Map.of(
          "quotedGroup", Kind.GROUP,
          "group", Kind.GROUP,
          "quotedReviewers", Kind.GROUP,
          "reviewers", Kind.GROUP,
          "quoted", Kind.USER,
          "name", Kind.USER,
          "address", Kind.ADDRESS);

  private final List<Rule> rules;

  private CodeOwnersFile(List<Rule> rules) {
    this.rules = rules;
  }

  private record Rule(PathPattern pattern, List<Owner> owners) {}

  /**
   * Somebody who owns files.
   *
   * @param name in lower case
   */
  record Owner(String name, Kind kind) {}

  /** The bearer of a name. */
  enum Kind {
    /** A user, by name. */
    USER,
    /** A user, by e-mail address. */
    ADDRESS,
    /** A reviewer group. */
    GROUP
  }

  static CodeOwnersFile parse(String text) {
    List<Rule> rules = new ArrayList<>();
    for (String line : text.split("\\R", -1)) {
      String stripped = line.strip();
      if (rules.size() == MAX_RULES) {
        break;
      }
      Matcher parts = LINE.matcher(stripped);
      boolean isRule =
          !stripped.isEmpty() && stripped.charAt(0) != '#' && stripped.charAt(0) != '!';
      if (isRule && parts.matches() && parts.group(1).length() <= MAX_PATTERN) {
        String pattern = parts.group(1);
        PathPattern rule = PathPattern.of(pattern);
        if (pattern.indexOf('[') < 0 && !rule.isEmpty()) {
          rules.add(new Rule(rule, owners(parts.group(2))));
        }
      }
    }
    return new CodeOwnersFile(rules);
  }

  private static List<Owner> owners(@Nullable String rest) {
    Set<Owner> owners = new LinkedHashSet<>();
    if (rest == null) {
      return List.of();
    }
    Matcher found = OWNER.matcher(rest.split("(^|\\s)#", 2)[0]);
    while (found.find() && owners.size() < MAX_OWNERS) {
      PARTS.forEach((part, kind) -> {
        String name = found.group(part);
        if (name != null) {
          owners.add(new Owner(name.toLowerCase(Locale.ROOT), kind));
        }
      });
    }
    return List.copyOf(owners);
  }

  /** The owners of a path, whose parts stand between slashes. */
  List<Owner> of(String path) {
    for (Rule rule : rules.reversed()) {
      if (rule.pattern().fits(path)) {
        return rule.owners();
      }
    }
    return List.of();
  }
}
