package org.packhouse.app.source.comment;

import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.TreePath;

/**
 * The place in a diff at which a comment stands.
 *
 * @param srcPath the path before a rename; null: the same
 * @param line from 1; null: the file as a whole
 * @param lineType null as the line
 * @param fileType null as the line
 * @param lines the lines that it is about, up to that one; null: that one alone
 * @param fromCommit what the commit is compared with, 40 hex digits; null: nothing is before it
 */
@Value.Builder
public record CommentAnchor(
    TreePath path,
    @Nullable TreePath srcPath,
    @Nullable Integer line,
    @Nullable LineType lineType,
    @Nullable FileType fileType,
    @Nullable CommentLines lines,
    @Nullable String fromCommit,
    DiffType diffType) {

  /** The change of the line. */
  public enum LineType {
    /** It is new. */
    ADDED,
    /** It is as it was. */
    CONTEXT,
    /** It is gone. */
    REMOVED
  }

  /** The side that numbers the line. */
  public enum FileType {
    /** The side before. */
    FROM,
    /** The side after. */
    TO
  }

  /** The kind of comparison. */
  public enum DiffType {
    /** A commit with its first parent. */
    COMMIT,
    /** A commit with any other. */
    RANGE,
    /** A pull request since the histories of its branches parted. */
    EFFECTIVE
  }
}
