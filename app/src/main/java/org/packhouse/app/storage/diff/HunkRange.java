package org.packhouse.app.storage.diff;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.diff.Edit;

/** Adjacent edits with context; lines count from 0, ends are exclusive. */
public record HunkRange(int beginA, int endA, int beginB, int endB, List<Edit> edits) {

  /** Groups edits into hunks as git does, merging those that touch. */
  static List<HunkRange> around(List<Edit> edits, int linesA, int linesB, int context) {
    List<HunkRange> hunks = new ArrayList<>();
    int first = 0;
    while (first < edits.size()) {
      int last = first;
      while (last + 1 < edits.size()
          && edits.get(last + 1).getBeginA() - edits.get(last).getEndA() <= 2L * context) {
        last++;
      }
      hunks.add(hunk(edits.subList(first, last + 1), linesA, linesB, context));
      first = last + 1;
    }
    return hunks;
  }

  private static HunkRange hunk(List<Edit> group, int linesA, int linesB, int context) {
    Edit first = group.getFirst();
    Edit last = group.getLast();
    int above = Math.min(context, Math.min(first.getBeginA(), first.getBeginB()));
    int below = Math.min(context, Math.min(linesA - last.getEndA(), linesB - last.getEndB()));
    return new HunkRange(
        first.getBeginA() - above,
        last.getEndA() + below,
        first.getBeginB() - above,
        last.getEndB() + below,
        group);
  }

  /** Returns the first old line, from 1, or the line above if there is none. */
  public int startA() {
    return beginA == endA ? beginA : beginA + 1;
  }

  /** Returns the first new line, from 1, or the line above if there is none. */
  public int startB() {
    return beginB == endB ? beginB : beginB + 1;
  }

  public int lengthA() {
    return endA - beginA;
  }

  public int lengthB() {
    return endB - beginB;
  }
}
