package org.packhouse.app.source.comment;

import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.storage.content.TreePath;

/**
 * The file, and perhaps the line, of a diff at which a comment stands.
 *
 * @param line from 1; null: the file as a whole
 * @param lines of a comment on several lines, of which {@code line} is the last
 * @param fromCommit null: the empty tree
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

  public enum FileType {
    FROM,
    TO
  }

  public enum DiffType {
    COMMIT,
    RANGE,
    /** A pull request against the merge base. */
    EFFECTIVE
  }
}
