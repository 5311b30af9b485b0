package org.packhouse.app.source.comment;

import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.TreePath;

/**
 * The file, and perhaps the line, of a diff at which a comment stands.
 *
 * @param srcPath the path before a rename; null: unchanged
 * @param line from 1; null: the file as a whole
 * @param lineType null without a line
 * @param fileType null without a line
 * @param lines of a comment on several lines, of which {@code line} is the last; null: one line
 * @param fromCommit the commit that is compared with, 40 hex digits; null: the empty tree
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

  public enum LineType {
    ADDED,
    CONTEXT,
    REMOVED
  }

  /** The side of the diff by which {@code line} is counted. */
  public enum FileType {
    FROM,
    TO
  }

  public enum DiffType {
    /** Against the commit's first parent. */
    COMMIT,
    /** Against any other commit. */
    RANGE,
    /** A pull request against the merge base. */
    EFFECTIVE
  }
}
