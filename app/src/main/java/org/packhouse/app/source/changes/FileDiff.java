package org.packhouse.app.source.changes;

import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.FileChange;

/**
 * A changed file with its lines.
 *
 * @param linesAfter how many lines the file has now; 0 if it is gone or no text
 */
public record FileDiff(Change change, FileChange.Body body, int linesAfter) {

  /** The change with the counts of its lines. */
  public CountedChange counted() {
    return CountedChange.of(change, body);
  }
}
