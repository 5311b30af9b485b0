package org.packhouse.app.source.comment;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.comment.CommentAnchor.FileType;
import org.packhouse.app.source.comment.CommentAnchor.LineType;

/**
 * The lines that a comment on several lines is about, of which that of its anchor is the last.
 *
 * @param startLine from 1, counted on the side that {@link #side} tells
 */
public record CommentLines(int startLine, LineType startLineType, Span span) {

  /** The lines from one to another on either side; null: there are none on that side. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Span(
      @Nullable Integer srcSpanStart,
      @Nullable Integer srcSpanEnd,
      @Nullable Integer dstSpanStart,
      @Nullable Integer dstSpanEnd) {

    /** Lines of one side alone. */
    public static Span of(FileType side, int start, int end) {
      return side == FileType.FROM
          ? new Span(start, end, null, null)
          : new Span(null, null, start, end);
    }

    /** The first line on a side; null: there is none. */
    public @Nullable Integer start(FileType side) {
      return side == FileType.FROM ? srcSpanStart : dstSpanStart;
    }
  }

  /**
   * The side that counts a line.
   *
   * @param unchanged the side for lines that are as they were; null: the one after
   */
  public static FileType side(LineType type, @Nullable FileType unchanged) {
    return switch (type) {
      case ADDED -> FileType.TO;
      case REMOVED -> FileType.FROM;
      case CONTEXT -> unchanged == null ? FileType.TO : unchanged;
    };
  }
}
