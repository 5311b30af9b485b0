package org.packhouse.app.source.comment;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.commit.CommitRange;

/**
 * The anchor of a comment in a diff that may be later than the comment.
 *
 * @param line the line in {@code range}; null: the file as a whole
 * @param lines the part of several lines that {@code range} still has; null: one line
 * @param orphaned whether {@code range} no longer has the line
 */
public record PlacedAnchor(
    CommentAnchor anchor,
    CommitRange range,
    @Nullable Integer line,
    @Nullable CommentLines lines,
    boolean orphaned) {

  /** Returns the anchor as the comment was made. */
  public static PlacedAnchor of(CommentAnchor anchor, String commit) {
    return at(anchor, anchor.line(), anchor.lines(), new CommitRange(anchor.fromCommit(), commit));
  }

  public static PlacedAnchor at(
      CommentAnchor anchor,
      @Nullable Integer line,
      @Nullable CommentLines lines,
      CommitRange range) {
    return new PlacedAnchor(anchor, range, line, lines, false);
  }

  public CommentLines.@Nullable Span span() {
    return lines == null ? null : lines.span();
  }

  public PlacedAnchor asOrphaned() {
    return new PlacedAnchor(anchor, range, line, lines, true);
  }
}
