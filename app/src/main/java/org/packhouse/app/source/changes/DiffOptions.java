package org.packhouse.app.source.changes;

/**
 * The way in which trees are compared, and the limits of what is returned.
 *
 * @param context lines around an edit
 * @param ignoreWhitespace whether lines that differ in white space alone are equal
 * @param files most files
 * @param lines most lines in all, those around edits included
 * @param fileBytes largest file, on either side, whose lines are compared
 * @param lineLength most characters of a line
 */
public record DiffOptions(
    int context, boolean ignoreWhitespace, int files, int lines, int fileBytes, int lineLength) {

  /** The same with other lines around an edit. */
  public DiffOptions withContext(int lines) {
    return new DiffOptions(lines, ignoreWhitespace, files, this.lines, fileBytes, lineLength);
  }

  /** The same, with or without regard to white space. */
  public DiffOptions ignoringWhitespace(boolean ignore) {
    return new DiffOptions(context, ignore, files, lines, fileBytes, lineLength);
  }
}
