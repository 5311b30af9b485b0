package org.packhouse.app.source.merge;

import java.util.List;

/** A file with conflicts; without hunks the state says why, {@code left} more are not shown. */
public record ConflictedFile(String path, State state, List<Hunk> hunks, int left) {

  public enum State {
    LINES,
    /** Our side has deleted or renamed a file that the other side has changed. */
    DELETED_BY_US,
    /** The other side has deleted or renamed a file that ours has changed. */
    DELETED_BY_THEM,
    /** Both sides have changed a file that is binary or too large to be shown. */
    NOT_SHOWN,
    /** The sides have made different kinds of entries, such as a file and a link. */
    OTHER
  }

  /** A conflicting hunk, behind the last common lines before it; long sides are cut. */
  public record Hunk(List<String> before, List<String> ours, List<String> theirs, boolean isCut) {}
}
