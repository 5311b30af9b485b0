package org.packhouse.app.storage.diff;

import java.util.List;

/**
 * The change of a file, with its lines.
 *
 * @param change what differs
 * @param body its lines, or why they are left out
 */
public record FileChange(Change change, Body body) {

  /** The kind of a change. */
  public enum Kind {
    /** The file is new. */
    ADDED,
    /** Its content or mode changed. */
    MODIFIED,
    /** It is gone. */
    DELETED,
    /** It is elsewhere now, perhaps changed. */
    RENAMED,
    /** It was made from another one, which is still there. */
    COPIED
  }

  /** The part of the content that a page shows. */
  public sealed interface Body {}

  /**
   * Changed lines, with some around them.
   *
   * @param added new lines in all
   * @param removed lines in all that are gone
   * @param truncated whether {@code hunks} has not all of them
   */
  public record Lines(int added, int removed, List<Hunk> hunks, boolean truncated)
      implements Body {}

  /** Left out. */
  public record Omitted(Reason reason) implements Body {}

  /** A reason why lines are left out. */
  public enum Reason {
    /** The content is no text. */
    BINARY,
    /** The file is larger than what is compared. */
    TOO_LARGE,
    /** Others used up the lines that are shown. */
    TOO_MANY
  }

  /**
   * Lines that lie together.
   *
   * @param oldStart first line before, from 1; if there is none, the one above
   * @param newStart first line after, from 1; if there is none, the one above
   * @param function the line above that begins what they are a part of, or empty
   * @param truncated whether {@code lines} has not all of them
   */
  public record Hunk(
      int oldStart,
      int oldLines,
      int newStart,
      int newLines,
      String function,
      List<Line> lines,
      boolean truncated) {
    /** As in a patch: {@code @@ -1,2 +1,3 @@}. */
    public String header() {
      return "@@ -%d,%d +%d,%d @@".formatted(oldStart, oldLines, newStart, newLines);
    }
  }

  /**
   * A line.
   *
   * @param oldNumber from 1; 0 if it was not there before
   * @param newNumber from 1; 0 if it is not there after
   * @param truncated whether {@code text} is not all of it
   * @param lacksEnd whether it is the last line and has no line feed
   */
  public record Line(
      int oldNumber, int newNumber, String text, boolean truncated, boolean lacksEnd) {
    /** Whether it is new. */
    public boolean isAdded() {
      return oldNumber == 0;
    }

    /** Whether it is gone. */
    public boolean isRemoved() {
      return newNumber == 0;
    }
  }
}
