package org.packhouse.app.source.comment.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentLines;
import org.packhouse.app.source.comment.PlacedAnchor;
import org.packhouse.app.storage.content.TreePath;

/** A comment in the REST dialect; times are milliseconds since 1970. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CommentView(
    Map<String, Object> properties,
    @JsonUnwrapped Post post,
    List<CommentView> comments,
    List<Object> tasks,
    @JsonUnwrapped Status status,
    @Nullable AnchorView anchor,
    PermittedOperations permittedOperations) {

  public record Post(
      long id, int version, String text, UserView author, long createdDate, long updatedDate) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Status(
      boolean threadResolved,
      Comment.Severity severity,
      String state,
      @Nullable UserView resolver,
      @Nullable Long resolvedDate) {}

  public long id() {
    return post.id();
  }

  public record PermittedOperations(boolean editable, boolean transitionable, boolean deletable) {}

  /**
   * The anchor of a comment.
   *
   * @param orphaned whether the line no longer exists
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record AnchorView(
      @JsonUnwrapped Range range,
      @JsonUnwrapped Line position,
      String path,
      @Nullable String srcPath,
      CommentAnchor.DiffType diffType,
      @JsonUnwrapped Lines lines,
      boolean orphaned) {

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Range(@Nullable String fromHash, String toHash) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Line(
        @Nullable Integer line,
        CommentAnchor.@Nullable LineType lineType,
        CommentAnchor.@Nullable FileType fileType) {}

    /**
     * Several lines.
     *
     * @param multilineMarker the first
     * @param multilineSpan the lines on either side, as far as they are known
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Lines(
        @Nullable Marker multilineMarker, CommentLines.@Nullable Span multilineSpan) {

      static Lines of(@Nullable CommentLines lines) {
        return lines == null
            ? new Lines(null, null)
            : new Lines(new Marker(lines.startLine(), lines.startLineType()), lines.span());
      }
    }

    public record Marker(int startLine, CommentAnchor.LineType startLineType) {}

    static AnchorView of(PlacedAnchor placed) {
      CommentAnchor anchor = placed.anchor();
      TreePath before = anchor.srcPath();
      return new AnchorView(
          new Range(placed.range().since(), placed.range().until()),
          new Line(placed.line(), anchor.lineType(), anchor.fileType()),
          anchor.path().display(),
          before == null ? null : before.display(),
          anchor.diffType(),
          Lines.of(placed.lines()),
          placed.orphaned());
    }
  }
}
