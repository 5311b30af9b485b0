package org.packhouse.app.source.changes;

import org.packhouse.app.storage.diff.Whitespace;

/**
 * Options and limits of a comparison.
 *
 * @param lines most lines in all, context included
 * @param fileBytes size of the largest file, on either side, whose lines are compared
 */
public record DiffOptions(
    int context, Whitespace whitespace, int files, int lines, int fileBytes, int lineLength) {

  public DiffOptions withContext(int lines) {
    return new DiffOptions(lines, whitespace, files, this.lines, fileBytes, lineLength);
  }

  public DiffOptions ignoringWhitespace(boolean ignore) {
    return with(ignore ? Whitespace.IGNORED : Whitespace.SHOWN);
  }

  public DiffOptions with(Whitespace other) {
    return new DiffOptions(context, other, files, lines, fileBytes, lineLength);
  }

  public boolean ignoreWhitespace() {
    return whitespace != Whitespace.SHOWN;
  }
}
