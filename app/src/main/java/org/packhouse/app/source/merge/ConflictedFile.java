package org.packhouse.app.source.merge;

import java.util.List;

/**
 * A file in which two commits conflict.
 *
 * @param hunks the lines that each side has made of the same ones, as far as they are shown; empty:
 *     the state says why
 * @param left how many more of these the file has
 */
public record ConflictedFile(String path, State state, List<Hunk> hunks, int left) {

  /** The ways in which sides conflict. */
  public enum State {
    /** Both have changed the same lines. */
    LINES,
    /** Our side has deleted or moved what the other has changed. */
    DELETED_BY_US,
    /** The other side has deleted or moved what ours has changed. */
    DELETED_BY_THEM,
    /** Both have changed what is not text, or is too large to be shown. */
    NOT_SHOWN,
    /** Both have made something of the path that cannot be joined, such as a file and a link. */
    OTHER
  }

  /**
   * Lines that both sides have changed.
   *
   * @param before the last lines before them, on which both agree
   * @param ours what our side has there, as far as it is shown
   * @param theirs likewise
   * @param isCut whether a side has more lines than are shown
   */
  public record Hunk(List<String> before, List<String> ours, List<String> theirs, boolean isCut) {}
}
