package org.packhouse.app.storage.diff;

import java.util.Arrays;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;

/**
 * Computes the line edits of {@code git diff --histogram --no-indent-heuristic}.
 *
 * <p>JGit's histogram diff is correct but often differs: unlike git, it trims common ends before
 * counting occurrences, and does not slide edits to changes of the other text. Users who compare a
 * page with their own {@code git diff} should see the same. {@link LineClasses} numbers lines;
 * {@link HistogramSearch} splits at the longest common run with the rarest line, or falls back on
 * {@link MyersSearch} where all are frequent; {@link ChangedLines} slides edits to git's places.
 *
 * <p>Work is bounded: the rest then counts as replaced.
 *
 * <p>This follows published algorithms and observed behaviour, with no line of another program's
 * source; docs/adr measures JGit's distance.
 */
public final class LineEdits {

  private static final int BLOCK = 1024;

  private LineEdits() {}

  /** Returns the edits in order, none touching the next. */
  public static EditList between(RawText before, RawText after, RawTextComparator comparator) {
    LineClasses classes = LineClasses.of(before, after, comparator);
    ChangedLines changed = new ChangedLines(classes);
    new HistogramSearch(classes, changed).run();
    changed.slide();
    return changed.edits();
  }

  /** Returns the edits of {@code git blame}: the shortest script, slid by indentation. */
  public static EditList shortest(RawText before, RawText after, RawTextComparator comparator) {
    LineClasses classes =
        LineClasses.of(before, after, comparator).without(commonTail(before, after));
    ChangedLines changed = new ChangedLines(classes);
    new MatchableLines(classes, changed).run();
    changed.slide(
        new Indents(before, classes.before.length), new Indents(after, classes.after.length));
    return changed.edits();
  }

  /** Returns the lines that git trims at the end before comparing. */
  private static int commonTail(RawText before, RawText after) {
    byte[] a = before.getRawContent();
    byte[] b = after.getRawContent();
    int common = 0;
    while (common + BLOCK <= Math.min(a.length, b.length)
        && Arrays.equals(
            a,
            a.length - common - BLOCK,
            a.length - common,
            b,
            b.length - common - BLOCK,
            b.length - common)) {
      common += BLOCK;
    }
    int start = a.length - common;
    while (start < a.length && a[start++] != '\n') {}
    int lines = start < a.length && a[a.length - 1] != '\n' ? 1 : 0;
    for (int i = start; i < a.length; i++) {
      lines += a[i] == '\n' ? 1 : 0;
    }
    return lines;
  }
}
