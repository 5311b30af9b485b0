package org.packhouse.app.source.changes;

import org.packhouse.app.storage.diff.Whitespace;

/**
 * The way in which trees are compared, and the limits of what is returned.
 *
 * @param context lines around an edit
 * @param whitespace the white space that makes lines differ
 * @param files most files
 * @param lines most lines in all, those around edits included
 * @param fileBytes largest file, on either side, whose lines are compared
 * @param lineLength most characters of a line
 */
public record DiffOptions(
    int context, Whitespace whitespace, int files, int lines, int fileBytes, int lineLength) {

  /** The same with other lines around an edit. */
  public DiffOptions withContext(int lines) {
    return new DiffOptions(lines, whitespace, files, this.lines, fileBytes, lineLength);
  }

  /** The same, with or without regard to white space. */
  public DiffOptions ignoringWhitespace(boolean ignore) {
    return with(ignore ? Whitespace.IGNORED : Whitespace.SHOWN);
  }

  /** The same with regard to other white space. */
  public DiffOptions with(Whitespace other) {
    return new DiffOptions(context, other, files, lines, fileBytes, lineLength);
  }

  public boolean ignoreWhitespace() {
    return whitespace != Whitespace.SHOWN;
  }
}
