package org.packhouse.app.storage.diff;

import java.util.Arrays;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;

/**
 * Compares two texts line by line and finds the edits that {@code git diff --histogram
 * --no-indent-heuristic} finds.
 *
 * <p>JGit has a histogram diff too, and its edits are right, but often others than Git's: it cuts
 * off the common beginning and end before it counts how rare a line is, which Git does not, and it
 * does not move an edit to where the other text has changed as well. People who compare a page with
 * their own {@code git diff} should see one response. Three steps:
 *
 * <ol>
 *   <li>{@link LineClasses} gives every line a number, the same for equal lines.
 *   <li>{@link HistogramSearch} looks for the longest common run that contains the rarest line,
 *       splits both texts there and goes on with both halves; where every common line is frequent,
 *       {@link MyersSearch} takes over.
 *   <li>{@link ChangedLines} slides each edit, where its surroundings allow, to the place that Git
 *       prefers.
 * </ol>
 *
 * <p>The work is bounded: what is left when the bound is reached counts as replaced.
 *
 * <p>This follows published descriptions of the algorithms and observed behaviour, with no line of
 * another program's source; docs/adr has how close JGit's own come.
 */
public final class LineEdits {

  private static final int BLOCK = 1024;

  private LineEdits() {}

  /**
   * The edits that turn one text into the other, in order, none touching the next.
   *
   * @param comparator says which lines are equal
   */
  public static EditList between(RawText before, RawText after, RawTextComparator comparator) {
    LineClasses classes = LineClasses.of(before, after, comparator);
    ChangedLines changed = new ChangedLines(classes);
    new HistogramSearch(classes, changed).run();
    changed.slide();
    return changed.edits();
  }

  /**
   * The edits that {@code git blame} finds: the shortest script, its edits moved to where the
   * indents of the lines around them say that they belong.
   */
  public static EditList shortest(RawText before, RawText after, RawTextComparator comparator) {
    LineClasses classes =
        LineClasses.of(before, after, comparator).without(commonTail(before, after));
    ChangedLines changed = new ChangedLines(classes);
    new MatchableLines(classes, changed).run();
    changed.slide(
        new Indents(before, classes.before.length), new Indents(after, classes.after.length));
    return changed.edits();
  }

  /**
   * How many lines at the end Git leaves out before it compares: the whole ones in the common
   * blocks at the end, so that no edit can move into them.
   */
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
