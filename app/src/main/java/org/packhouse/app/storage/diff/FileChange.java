package org.packhouse.app.storage.diff;

import java.util.List;

/** A changed file with its lines, or the reason why these are omitted. */
public record FileChange(Change change, Body body) {

  public enum Kind {
    ADDED,
    MODIFIED,
    DELETED,
    /** Moved, perhaps with changes. */
    RENAMED,
    /** Copied from a file that still exists. */
    COPIED
  }

  public sealed interface Body {}

  /** Changed lines with context; {@code truncated} if {@code hunks} is incomplete. */
  public record Lines(int added, int removed, List<Hunk> hunks, boolean truncated)
      implements Body {}

  public record Omitted(Reason reason) implements Body {}

  public enum Reason {
    BINARY,
    TOO_LARGE,
    /** Other files used up the lines that are shown. */
    TOO_MANY
  }

  /**
   * A group of changed lines with context. Starts count from 1, and name the line above if there is
   * none; {@code function} is the line above that starts the enclosing section, or empty.
   */
  public record Hunk(
      int oldStart,
      int oldLines,
      int newStart,
      int newLines,
      String function,
      List<Line> lines,
      boolean truncated) {
    /** Formats {@code @@ -1,2 +1,3 @@}. */
    public String header() {
      return "@@ -%d,%d +%d,%d @@".formatted(oldStart, oldLines, newStart, newLines);
    }
  }

  /** A line, with numbers from 1, or 0 where it does not exist. */
  public record Line(
      int oldNumber, int newNumber, String text, boolean truncated, boolean lacksEnd) {
    public boolean isAdded() {
      return oldNumber == 0;
    }

    public boolean isRemoved() {
      return newNumber == 0;
    }
  }
}
