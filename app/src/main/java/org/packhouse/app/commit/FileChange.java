package org.packhouse.app.commit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.content.TreePath;

/**
 * What a commit did to a file.
 *
 * @param oldPath where it was; of an added file the same as {@code newPath}
 * @param newPath where it is; of a deleted file the same as {@code oldPath}
 * @param similarity per cent of the content that a rename or copy kept, else 0
 * @param modeChange such as {@code 100644 → 100755}; null if the mode stayed
 * @param body its lines, or why they are left out
 */
public record FileChange(
    Kind kind,
    TreePath oldPath,
    TreePath newPath,
    int similarity,
    @Nullable String modeChange,
    Body body) {

  /** What happened. */
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

  /** What a page shows of the content. */
  public sealed interface Body {}

  /** Changed lines, with some around them. */
  public record Lines(int added, int removed, List<Hunk> hunks) implements Body {}

  /** Left out. */
  public record Omitted(Reason reason) implements Body {}

  /** Why lines are left out. */
  public enum Reason {
    /** The content is no text. */
    BINARY,
    /** The file is larger than what is compared. */
    TOO_LARGE,
    /** The commit changes more lines than a page shows. */
    TOO_MANY,
    /** A submodule moved to another commit. */
    SUBMODULE
  }

  /**
   * Lines that lie together.
   *
   * @param oldStart first line before, from 1; 0 if there is none
   * @param newStart first line after, from 1; 0 if there is none
   */
  public record Hunk(int oldStart, int oldLines, int newStart, int newLines, List<Line> lines) {
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
   */
  public record Line(int oldNumber, int newNumber, String text) {
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
