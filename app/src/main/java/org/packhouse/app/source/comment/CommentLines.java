package org.packhouse.app.source.comment;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.comment.CommentAnchor.FileType;
import org.packhouse.app.source.comment.CommentAnchor.LineType;

/** Several lines, up to that of the anchor; {@code startLine} counts from 1 on {@link #side}. */
public record CommentLines(int startLine, LineType startLineType, Span span) {

  /** First and last line on either side; null: none on that side. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Span(
      @Nullable Integer srcSpanStart,
      @Nullable Integer srcSpanEnd,
      @Nullable Integer dstSpanStart,
      @Nullable Integer dstSpanEnd) {

    public static Span of(FileType side, int start, int end) {
      return side == FileType.FROM
          ? new Span(start, end, null, null)
          : new Span(null, null, start, end);
    }

    public @Nullable Integer start(FileType side) {
      return side == FileType.FROM ? srcSpanStart : dstSpanStart;
    }
  }

  /**
   * Returns the side that counts a line; context lines count on {@code unchanged}, or the new side.
   */
  public static FileType side(LineType type, @Nullable FileType unchanged) {
    return switch (type) {
      case ADDED -> FileType.TO;
      case REMOVED -> FileType.FROM;
      case CONTEXT -> unchanged == null ? FileType.TO : unchanged;
    };
  }
}
