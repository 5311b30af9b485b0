package org.packhouse.app.source.changes;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.highlight.Highlighter;
import org.packhouse.app.source.highlight.Span;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.FileChange;
import org.packhouse.app.storage.diff.FileText;

/** Finds the syntax colours of the lines that a diff shows. */
final class LineColours {

  private static final int MAX_LINE = 2000;

  private LineColours() {}

  static Map<Integer, List<Span>> before(
      Change change, @Nullable FileText text, FileChange.Lines lines) {
    Change.Side side = change.before();
    return side == null || text == null
        ? Map.of()
        : of(side, text, numbers(lines, line -> line.isRemoved() ? line.oldNumber() : 0));
  }

  static Map<Integer, List<Span>> after(
      Change change, @Nullable FileText text, FileChange.Lines lines) {
    Change.Side side = change.after();
    return side == null || text == null
        ? Map.of()
        : of(side, text, numbers(lines, FileChange.Line::newNumber));
  }

  private static Set<Integer> numbers(
      FileChange.Lines lines, ToIntFunction<FileChange.Line> number) {
    Set<Integer> numbers = new HashSet<>();
    for (FileChange.Hunk hunk : lines.hunks()) {
      hunk.lines().forEach(line -> numbers.add(number.applyAsInt(line)));
    }
    numbers.remove(0);
    return numbers;
  }

  private static Map<Integer, List<Span>> of(Change.Side side, FileText text, Set<Integer> shown) {
    Highlighter colours = Highlighter.of(side.path().name());
    int last = shown.stream().mapToInt(number -> number).max().orElse(0);
    Map<Integer, List<Span>> spans = new HashMap<>();
    for (int number = 1; number <= last && colours.isUseful(); number++) {
      List<Span> line = colours.next(text.text(number - 1, MAX_LINE + 1));
      if (!line.isEmpty() && shown.contains(number)) {
        spans.put(number, line);
      }
    }
    return spans;
  }
}
