package org.packhouse.app.diff;

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
 * their own {@code git diff} should see one answer. Three steps:
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
 */
public final class LineEdits {

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
}
