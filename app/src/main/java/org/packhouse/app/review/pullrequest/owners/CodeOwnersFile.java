package org.packhouse.app.review.pullrequest.owners;

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
 * The rules of a {@code CODEOWNERS} file. A line has a pattern as in {@code .gitignore}, followed
 * by owners: {@code @name}, {@code @"a name"}, an e-mail address, or a reviewer group as
 * {@code @@name}, {@code @@"a name"} or {@code @reviewer-group/name}. The last rule that matches a
 * path counts; one without owners leaves the path unowned. Other lines are ignored.
 */
final class CodeOwnersFile {

  /** A file with more rules counts as empty, because a rule that is left out might be the last. */
  static final int MAX_RULES = 2_000;

  static final int MAX_NAMED = 500;

  static final int MAX_PATTERN = 500;
  private static final int MAX_OWNERS = 20;

  /** A pattern, in which a backslash escapes a blank, and the rest of the line. */
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

  private static final Map<String, Kind> KIND_BY_GROUP =
      Map.of(
          "quotedGroup", Kind.GROUP,
          "group", Kind.GROUP,
          "quotedReviewers", Kind.GROUP,
          "reviewers", Kind.GROUP,
          "quoted", Kind.USER,
          "name", Kind.USER,
          "address", Kind.ADDRESS);

  static final CodeOwnersFile NONE = new CodeOwnersFile(List.of(), false);

  static final CodeOwnersFile TOO_LARGE = new CodeOwnersFile(List.of(), true);

  private final List<Rule> rules;
  private final boolean tooLarge;

  private CodeOwnersFile(List<Rule> rules, boolean tooLarge) {
    this.rules = List.copyOf(rules);
    this.tooLarge = tooLarge;
  }

  private record Rule(PathPattern pattern, List<Owner> owners) {}

  /** An owner, with the name in lower case. */
  record Owner(String name, Kind kind) {

    /** Returns the name as the file has it, without quotes. */
    String written() {
      return switch (kind) {
        case USER -> "@" + name;
        case ADDRESS -> name;
        case GROUP -> "@@" + name;
      };
    }
  }

  enum Kind {
    USER,
    ADDRESS,
    GROUP
  }

  static CodeOwnersFile parse(String text) {
    List<Rule> rules = new ArrayList<>();
    for (String line : text.split("\\R", -1)) {
      String stripped = line.strip();
      Matcher parts = LINE.matcher(stripped);
      boolean isRule =
          !stripped.isEmpty() && stripped.charAt(0) != '#' && stripped.charAt(0) != '!';
      if (isRule && parts.matches() && parts.group(1).length() <= MAX_PATTERN) {
        String pattern = parts.group(1);
        PathPattern rule = PathPattern.of(pattern);
        if (pattern.indexOf('[') < 0 && !rule.isEmpty()) {
          if (rules.size() == MAX_RULES) {
            return TOO_LARGE;
          }
          rules.add(new Rule(rule, owners(parts.group(2))));
        }
      }
    }
    return new CodeOwnersFile(rules, false);
  }

  private static List<Owner> owners(@Nullable String rest) {
    Set<Owner> owners = new LinkedHashSet<>();
    if (rest == null) {
      return List.of();
    }
    Matcher found = OWNER.matcher(rest.split("(^|\\s)#", 2)[0]);
    while (found.find() && owners.size() < MAX_OWNERS) {
      KIND_BY_GROUP.forEach((part, kind) -> {
        String name = found.group(part);
        if (name != null) {
          owners.add(new Owner(name.toLowerCase(Locale.ROOT), kind));
        }
      });
    }
    return List.copyOf(owners);
  }

  boolean isEmpty() {
    return rules.isEmpty();
  }

  boolean isTooLarge() {
    return tooLarge;
  }

  /** Returns the weight in a cache: one for each rule and each owner in a rule. */
  int weight() {
    return 1 + rules.stream().mapToInt(rule -> 1 + rule.owners().size()).sum();
  }

  /** Returns the owners of all rules, the last rule first; {@link #MAX_NAMED} at most. */
  Set<Owner> owners() {
    Set<Owner> owners = new LinkedHashSet<>();
    rules.reversed().stream()
        .flatMap(rule -> rule.owners().stream())
        .distinct()
        .limit(MAX_NAMED)
        .forEach(owners::add);
    return owners;
  }

  /** Returns the owners of a path; none if the budget is spent. */
  List<Owner> of(String path, MatchBudget budget) {
    String[] names = path.split("/", -1);
    for (Rule rule : rules.reversed()) {
      boolean matches = rule.pattern().matches(names, budget);
      if (budget.isSpent()) {
        return List.of();
      }
      if (matches) {
        return rule.owners();
      }
    }
    return List.of();
  }
}
