package org.packhouse.app.source.changes;

import java.util.List;
import java.util.Map;
import org.packhouse.app.source.highlight.Span;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.FileChange;

/** A changed file; {@code linesAfter} is 0 if it was deleted or is binary. */
public record FileDiff(Change change, FileChange.Body body, int linesAfter, Colours colours) {

  /** The syntax colours of lines by line number from 1; lines without colours are absent. */
  public record Colours(Map<Integer, List<Span>> before, Map<Integer, List<Span>> after) {

    public static final Colours NONE = new Colours(Map.of(), Map.of());

    public List<Span> of(FileChange.Line line) {
      return line.isRemoved()
          ? before.getOrDefault(line.oldNumber(), List.of())
          : after.getOrDefault(line.newNumber(), List.of());
    }
  }

  public CountedChange counted() {
    return CountedChange.of(change, body);
  }
}
