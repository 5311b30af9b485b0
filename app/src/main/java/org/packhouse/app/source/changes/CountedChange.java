package org.packhouse.app.source.changes;

import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.FileChange;

/** A changed path with its line counts, 0 if they are unknown. */
public record CountedChange(Change change, int added, int removed, Counted counted) {

  /** The state of the line counts, with the reason if they are unknown. */
  public enum Counted {
    LINES,
    BINARY,
    TOO_LARGE,
    /** Earlier files of this diff have used up the bytes that one comparison may read. */
    TOO_MANY
  }

  static CountedChange of(Change change, FileChange.Body body) {
    return switch (body) {
      case FileChange.Lines lines ->
          new CountedChange(change, lines.added(), lines.removed(), Counted.LINES);
      case FileChange.Omitted omitted ->
          new CountedChange(
              change,
              0,
              0,
              switch (omitted.reason()) {
                case BINARY -> Counted.BINARY;
                case TOO_LARGE -> Counted.TOO_LARGE;
                case TOO_MANY -> Counted.TOO_MANY;
              });
    };
  }

  public boolean isText() {
    return counted != Counted.BINARY && counted != Counted.TOO_LARGE;
  }
}
