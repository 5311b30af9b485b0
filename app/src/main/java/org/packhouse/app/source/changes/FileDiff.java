package org.packhouse.app.source.changes;

import java.util.List;
import java.util.Map;
import org.packhouse.app.source.highlight.Span;
import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.FileChange;

/**
 * A changed file with its lines.
 *
 * @param linesAfter how many lines the file has now; 0 if it is gone or no text
 * @param colours of its lines
 */
public record FileDiff(Change change, FileChange.Body body, int linesAfter, Colours colours) {

  /**
   * The colours of lines, by their numbers from 1; plain ones are not there.
   *
   * @param before of the file as it was
   * @param after of the file as it is
   */
  public record Colours(Map<Integer, List<Span>> before, Map<Integer, List<Span>> after) {

    /** No colours. */
    public static final Colours NONE = new Colours(Map.of(), Map.of());

    /** Those of a line that the diff shows. */
    public List<Span> of(FileChange.Line line) {
      return line.isRemoved()
          ? before.getOrDefault(line.oldNumber(), List.of())
          : after.getOrDefault(line.newNumber(), List.of());
    }
  }

  /** The change with the counts of its lines. */
  public CountedChange counted() {
    return CountedChange.of(change, body);
  }
}
