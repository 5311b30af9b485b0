package org.packhouse.app.storage.diff;

import java.util.Arrays;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.EditList;
import org.jspecify.annotations.Nullable;

/** The lines of either text without a counterpart in the other. */
final class ChangedLines {

  private final LineClasses lines;
  private final boolean[] before;
  private final boolean[] after;

  ChangedLines(LineClasses lines) {
    this.lines = lines;
    this.before = new boolean[lines.before.length];
    this.after = new boolean[lines.after.length];
  }

  void removed(int begin, int end) {
    Arrays.fill(before, begin, end, true);
  }

  void added(int begin, int end) {
    Arrays.fill(after, begin, end, true);
  }

  boolean isRemoved(int line) {
    return before[line];
  }

  boolean isAdded(int line) {
    return after[line];
  }

  /** Slides groups of changed lines to where git shows them. */
  void slide() {
    slide(new Run(lines.before, before), new Run(lines.after, after), null);
    slide(new Run(lines.after, after), new Run(lines.before, before), null);
  }

  /** Slides groups, choosing among possible places by indentation. */
  void slide(Indents indentsBefore, Indents indentsAfter) {
    slide(new Run(lines.before, before), new Run(lines.after, after), indentsBefore);
    slide(new Run(lines.after, after), new Run(lines.before, before), indentsAfter);
  }

  EditList edits() {
    EditList edits = new EditList();
    int i = 0;
    int j = 0;
    while (i < before.length || j < after.length) {
      int beginA = i;
      int beginB = j;
      while (i < before.length && before[i]) {
        i++;
      }
      while (j < after.length && after[j]) {
        j++;
      }
      if (i > beginA || j > beginB) {
        edits.add(new Edit(beginA, i, beginB, j));
      }
      i++;
      j++;
    }
    return edits;
  }

  /**
   * Slides the groups of one text. Between two unchanged lines each text has one group, perhaps
   * empty, so both are walked in step.
   *
   * <p>A group slides up as far as possible, merging others, and then down. It ends at the last
   * place beside a change of the other text, or else at the bottom.
   */
  private static void slide(Run run, Run other, @Nullable Indents indents) {
    do {
      if (run.isEmpty()) {
        continue;
      }
      int highest;
      int beside;
      int length;
      do {
        length = run.length();
        while (run.slideUp()) {
          other.previous();
        }
        highest = run.end;
        beside = other.isEmpty() ? -1 : run.end;
        while (run.slideDown()) {
          other.next();
          beside = other.isEmpty() ? beside : run.end;
        }
      } while (length != run.length());
      if (run.end != highest && beside >= 0) {
        while (other.isEmpty() && run.slideUp()) {
          other.previous();
        }
      } else if (run.end != highest && indents != null) {
        int best = indents.bestEnd(run.end, highest, run.length());
        while (run.end > best && run.slideUp()) {
          other.previous();
        }
      }
    } while (run.next() && other.next());
  }

  /** A group of changed lines, perhaps empty. */
  private static final class Run {
    private final int[] lines;
    private final boolean[] changed;
    private int start;
    private int end;

    Run(int[] lines, boolean[] changed) {
      this.lines = lines;
      this.changed = changed;
      extendDown();
    }

    boolean isEmpty() {
      return start == end;
    }

    int length() {
      return end - start;
    }

    boolean next() {
      if (end == lines.length) {
        return false;
      }
      start = end + 1;
      end = start;
      extendDown();
      return true;
    }

    void previous() {
      end = start - 1;
      start = end;
      extendUp();
    }

    boolean slideUp() {
      if (start == 0 || lines[start - 1] != lines[end - 1]) {
        return false;
      }
      changed[--start] = true;
      changed[--end] = false;
      extendUp();
      return true;
    }

    boolean slideDown() {
      if (end == lines.length || lines[start] != lines[end]) {
        return false;
      }
      changed[start++] = false;
      changed[end++] = true;
      extendDown();
      return true;
    }

    private void extendUp() {
      while (start > 0 && changed[start - 1]) {
        start--;
      }
    }

    private void extendDown() {
      while (end < lines.length && changed[end]) {
        end++;
      }
    }
  }
}
