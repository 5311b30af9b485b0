package org.packhouse.app.storage.diff;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;

/** Lines numbered so that equal ones have the same number. */
final class LineClasses {

  final int[] before;
  final int[] after;

  final int count;

  private LineClasses(int[] before, int[] after, int count) {
    this.before = before;
    this.after = after;
    this.count = count;
  }

  /** Drops lines at both ends' tails. */
  LineClasses without(int tail) {
    return tail == 0
        ? this
        : new LineClasses(
            Arrays.copyOf(before, before.length - tail),
            Arrays.copyOf(after, after.length - tail),
            count);
  }

  static LineClasses of(int[] before, int[] after, int count) {
    return new LineClasses(before, after, count);
  }

  static LineClasses of(RawText before, RawText after, RawTextComparator comparator) {
    Map<Line, Integer> known = HashMap.newHashMap(before.size() + after.size());
    int[] first = numbers(before, comparator, known);
    int[] second = numbers(after, comparator, known);
    return new LineClasses(first, second, known.size());
  }

  private static int[] numbers(
      RawText text, RawTextComparator comparator, Map<Line, Integer> known) {
    int[] numbers = new int[text.size()];
    for (int i = 0; i < numbers.length; i++) {
      Line line = new Line(text, i, comparator.hash(text, i), comparator);
      Integer number = known.putIfAbsent(line, known.size());
      numbers[i] = number == null ? known.size() - 1 : number;
    }
    return numbers;
  }

  private record Line(RawText text, int index, int hash, RawTextComparator comparator) {
    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Line line
          && hash == line.hash
          && comparator.equals(text, index, line.text, line.index);
    }
  }
}
