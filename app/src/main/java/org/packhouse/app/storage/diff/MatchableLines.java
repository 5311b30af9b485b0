package org.packhouse.app.storage.diff;

import java.util.Arrays;

/**
 * Finds the shortest edit script among lines that can have a counterpart, as git does: lines
 * missing in the other text count as changed, and so do too frequent ones among such lines.
 */
final class MatchableLines {

  private static final int MAX_TIMES = 1024;
  private static final int WINDOW = 100;
  private static final int FACTOR = 4;

  private enum Chance {
    NONE,
    SOME,
    TOO_MANY
  }

  private final LineClasses lines;
  private final ChangedLines changed;
  private int head;
  private int tail;

  MatchableLines(LineClasses lines, ChangedLines changed) {
    this.lines = lines;
    this.changed = changed;
  }

  void run() {
    trim();
    int[] before = matchable(lines.before, chances(lines.before, counts(lines.after, lines.count)));
    int[] after = matchable(lines.after, chances(lines.after, counts(lines.before, lines.count)));
    LineClasses left =
        LineClasses.of(pick(lines.before, before), pick(lines.after, after), lines.count);
    ChangedLines among = new ChangedLines(left);
    new MyersSearch(left, among).run(0, before.length, 0, after.length);
    markOthers(lines.before.length, before, true, among);
    markOthers(lines.after.length, after, false, among);
  }

  private void trim() {
    int most = Math.min(lines.before.length, lines.after.length);
    while (head < most && lines.before[head] == lines.after[head]) {
      head++;
    }
    while (tail < most - head
        && lines.before[lines.before.length - 1 - tail]
            == lines.after[lines.after.length - 1 - tail]) {
      tail++;
    }
  }

  private void markOthers(int length, int[] kept, boolean isBefore, ChangedLines among) {
    int next = 0;
    for (int line = head; line < length - tail; line++) {
      boolean isChanged = true;
      if (next < kept.length && kept[next] == line) {
        isChanged = isBefore ? among.isRemoved(next) : among.isAdded(next);
        next++;
      }
      if (isChanged && isBefore) {
        changed.removed(line, line + 1);
      } else if (isChanged) {
        changed.added(line, line + 1);
      }
    }
  }

  private static int[] counts(int[] text, int classes) {
    int[] counts = new int[classes];
    for (int line : text) {
      counts[line]++;
    }
    return counts;
  }

  private static Chance[] chances(int[] text, int[] countsInOther) {
    int often = Math.min(MAX_TIMES, roughRoot(text.length));
    Chance[] chances = new Chance[text.length];
    for (int i = 0; i < text.length; i++) {
      int count = countsInOther[text[i]];
      chances[i] = count == 0 ? Chance.NONE : count >= often ? Chance.TOO_MANY : Chance.SOME;
    }
    return chances;
  }

  /** Git's approximation of a square root, a power of two. */
  private static int roughRoot(int number) {
    int root = 1;
    for (int left = number; left > 0; left >>= 2) {
      root <<= 1;
    }
    return root;
  }

  private int[] matchable(int[] text, Chance[] chances) {
    int[] kept = new int[text.length];
    int count = 0;
    for (int i = head; i < text.length - tail; i++) {
      if (chances[i] == Chance.SOME
          || (chances[i] == Chance.TOO_MANY && !isAmongHopeless(chances, i, text.length))) {
        kept[count++] = i;
      }
    }
    return Arrays.copyOf(kept, count);
  }

  private boolean isAmongHopeless(Chance[] chances, int line, int length) {
    int[] above = new int[2];
    int[] below = new int[2];
    for (int i = line - 1; i >= Math.max(head, line - WINDOW) && count(chances[i], above); i--) {}
    if (above[0] == 0) {
      return false;
    }
    int last = Math.min(length - tail - 1, line + WINDOW);
    for (int i = line + 1; i <= last && count(chances[i], below); i++) {}
    if (below[0] == 0) {
      return false;
    }
    int hopeless = above[0] + below[0];
    int frequent = above[1] + below[1] + 2;
    return frequent * FACTOR < frequent + hopeless;
  }

  /** Counts hopeless and too frequent lines; returns false at any other. */
  private static boolean count(Chance chance, int[] counts) {
    if (chance == Chance.SOME) {
      return false;
    }
    counts[chance == Chance.NONE ? 0 : 1]++;
    return true;
  }

  private static int[] pick(int[] text, int[] indexes) {
    int[] picked = new int[indexes.length];
    for (int i = 0; i < indexes.length; i++) {
      picked[i] = text[indexes[i]];
    }
    return picked;
  }
}
