package org.packhouse.app.source.changes;

import org.packhouse.app.storage.diff.Change;
import org.packhouse.app.storage.diff.FileChange;

/**
 * A changed path with the counts of its lines.
 *
 * @param added new lines; 0 where they are not known
 * @param removed lines that are gone; 0 where they are not known
 * @param counted what is known of its lines
 */
public record CountedChange(Change change, int added, int removed, Counted counted) {

  /** The knowledge of a file's lines. */
  public enum Counted {
    /** Both numbers are exact. */
    LINES,
    /** The content is no text, so there are none. */
    BINARY,
    /** The file is larger than what is compared. */
    TOO_LARGE,
    /** The files before it used up what is read for one comparison. */
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

  /** Whether lines can be shown. */
  public boolean isText() {
    return counted != Counted.BINARY && counted != Counted.TOO_LARGE;
  }
}
