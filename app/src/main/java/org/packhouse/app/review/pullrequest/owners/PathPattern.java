package org.packhouse.app.review.pullrequest.owners;

import java.util.BitSet;
import java.util.List;

/**
 * A pattern of paths as in {@code .gitignore}, without character sets. Matching takes at most the
 * length of the pattern times that of the path, because users push both.
 *
 * @param parts between slashes, the first one {@code **} if the pattern is not anchored
 * @param directories whether it matches only directories, and so the files below them
 * @param direct whether files below a matching directory do not match
 */
record PathPattern(List<String> parts, boolean directories, boolean direct) {

  private static final String ANY = "**";

  static PathPattern of(String text) {
    boolean directories = text.endsWith("/");
    String stripped = directories ? text.substring(0, text.length() - 1) : text;
    boolean anchored = stripped.indexOf('/') >= 0;
    String path = stripped.startsWith("/") ? stripped.substring(1) : stripped;
    return new PathPattern(
        List.of((anchored ? path : ANY + "/" + path).split("/", -1)),
        directories,
        stripped.endsWith("/*"));
  }

  boolean isEmpty() {
    return parts.stream().allMatch(part -> part.isEmpty() || part.equals(ANY));
  }

  /** Returns whether the pattern matches a path or a directory of it, at the budget's cost. */
  boolean matches(String[] names, MatchBudget budget) {
    if (!parts.getFirst().equals(ANY)) {
      return matches(parts.getFirst(), names[0], budget) && walk(names, budget);
    }
    boolean isName = parts.size() == 2 && !parts.getLast().equals(ANY);
    return isName ? matchesAnywhere(names, budget) : walk(names, budget);
  }

  // Nearly all patterns are single names that match in any directory, and need no walk.
  private boolean matchesAnywhere(String[] names, MatchBudget budget) {
    for (int i = 0; i < names.length; i++) {
      if (isEnough(i, names) && matches(parts.getLast(), names[i], budget)) {
        return true;
      }
    }
    return false;
  }

  private boolean isEnough(int index, String[] names) {
    return index == names.length - 1 ? !directories : !direct;
  }

  private boolean walk(String[] names, MatchBudget budget) {
    BitSet reached = new BitSet();
    reach(0, reached);
    for (int i = 0; i < names.length && !reached.isEmpty() && !budget.isSpent(); i++) {
      BitSet next = new BitSet();
      for (int at = reached.nextSetBit(0); at >= 0; at = reached.nextSetBit(at + 1)) {
        if (at < parts.size() && parts.get(at).equals(ANY)) {
          reach(at, next);
        } else if (at < parts.size() && matches(parts.get(at), names[i], budget)) {
          reach(at + 1, next);
        }
      }
      if (next.get(parts.size()) && isEnough(i, names)) {
        return true;
      }
      reached = next;
    }
    return false;
  }

  // Two stars may match no directory at all.
  private void reach(int from, BitSet reached) {
    int at = from;
    reached.set(at);
    while (at < parts.size() && parts.get(at).equals(ANY)) {
      reached.set(++at);
    }
  }

  // Backtracks to the last star only, which suffices for globs.
  private static boolean matches(String part, String name, MatchBudget budget) {
    int steps = 1;
    int at = 0;
    int star = -1;
    int from = 0;
    int i = 0;
    boolean lost = false;
    while (i < name.length() && !lost) {
      steps++;
      char wanted = at < part.length() ? part.charAt(at) : 0;
      boolean escaped = wanted == '\\' && at + 1 < part.length();
      if (wanted == '*') {
        star = at++;
        from = i;
      } else if (at < part.length()
          && (escaped
              ? part.charAt(at + 1) == name.charAt(i)
              : wanted == '?' || wanted == name.charAt(i))) {
        at += escaped ? 2 : 1;
        i++;
      } else if (star >= 0) {
        at = star + 1;
        i = ++from;
      } else {
        lost = true;
      }
    }
    budget.take(steps);
    while (at < part.length() && part.charAt(at) == '*') {
      at++;
    }
    return !lost && at == part.length();
  }
}
