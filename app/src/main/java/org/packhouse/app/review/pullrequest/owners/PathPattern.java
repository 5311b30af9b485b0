package org.packhouse.app.review.pullrequest.owners;

import java.util.BitSet;
import java.util.List;

/**
 * A pattern of paths as in {@code .gitignore}, without sets of characters. It takes time as pattern
 * times path at most, whatever stands in either: people push both.
 *
 * @param parts between slashes, the first one {@code **} if it may begin anywhere
 * @param directories whether it fits directories alone, and so what lies below them
 * @param direct whether what lies below a directory that it fits is left out
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

  /** Whether it says anything. */
  boolean isEmpty() {
    return parts.stream().allMatch(part -> part.isEmpty() || part.equals(ANY));
  }

  /**
   * Whether it fits a file, or a directory above it.
   *
   * @param names of the directories above it and its own
   * @param budget pays for what is compared
   */
  boolean fits(String[] names, MatchBudget budget) {
    if (!parts.getFirst().equals(ANY)) {
      return fits(parts.getFirst(), names[0], budget) && walk(names, budget);
    }
    boolean isName = parts.size() == 2 && !parts.getLast().equals(ANY);
    return isName ? fitsAnywhere(names, budget) : walk(names, budget);
  }

  /** Nearly all patterns are for a name wherever it is: they need no {@link #walk}. */
  private boolean fitsAnywhere(String[] names, MatchBudget budget) {
    for (int i = 0; i < names.length; i++) {
      if (isEnough(i, names) && fits(parts.getLast(), names[i], budget)) {
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
        } else if (at < parts.size() && fits(parts.get(at), names[i], budget)) {
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

  /** Two stars may stand for nothing. */
  private void reach(int from, BitSet reached) {
    int at = from;
    reached.set(at);
    while (at < parts.size() && parts.get(at).equals(ANY)) {
      reached.set(++at);
    }
  }

  /** Whether a part of a pattern fits a name: the last star is the one that gives way. */
  private static boolean fits(String part, String name, MatchBudget budget) {
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
