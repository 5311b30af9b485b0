package org.packhouse.app.source.comment;

import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.comment.CommentAnchor.DiffType;
import org.packhouse.app.source.comment.CommentAnchor.FileType;
import org.packhouse.app.source.comment.CommentAnchor.LineType;
import org.packhouse.app.storage.content.TreePath;

/**
 * The anchor that a client requests for a comment: no file or line of it has been looked up.
 *
 * @param start the first of several lines, of which {@code line} is the last; null: one line
 * @param fromHash the commit to compare with; null: the default of the diff
 * @param toHash null: the commit that is commented on
 */
@Value.Builder
public record RequestedAnchor(
    TreePath path,
    @Nullable TreePath srcPath,
    @Nullable Integer line,
    @Nullable LineType lineType,
    @Nullable FileType fileType,
    @Nullable Start start,
    @Nullable String fromHash,
    @Nullable String toHash,
    @Nullable DiffType diffType) {

  /**
   * The first of several lines.
   *
   * @param lineType null: as the diff has the line
   */
  public record Start(int line, @Nullable LineType lineType) {}
}
