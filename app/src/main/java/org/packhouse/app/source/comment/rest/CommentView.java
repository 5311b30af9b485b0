package org.packhouse.app.source.comment.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.rest.UserView;
import org.packhouse.app.source.comment.Comment;
import org.packhouse.app.source.comment.CommentAnchor;
import org.packhouse.app.source.comment.CommentLines;
import org.packhouse.app.source.comment.PlacedAnchor;
import org.packhouse.app.storage.content.TreePath;

/** A comment in the REST dialect; times are milliseconds since 1970. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Value.Builder
public record CommentView(
    Map<String, Object> properties,
    long id,
    int version,
    String text,
    UserView author,
    long createdDate,
    long updatedDate,
    List<CommentView> comments,
    List<Object> tasks,
    boolean threadResolved,
    Comment.Severity severity,
    String state,
    @Nullable UserView resolver,
    @Nullable Long resolvedDate,
    @Nullable AnchorView anchor,
    PermittedOperations permittedOperations) {

  public record PermittedOperations(boolean editable, boolean transitionable, boolean deletable) {}

  /**
   * The anchor of a comment.
   *
   * @param multilineMarker the first of several lines
   * @param multilineSpan the lines on either side, as far as they are known
   * @param orphaned whether the line no longer exists
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Value.Builder
  public record AnchorView(
      @Nullable String fromHash,
      String toHash,
      @Nullable Integer line,
      CommentAnchor.@Nullable LineType lineType,
      CommentAnchor.@Nullable FileType fileType,
      String path,
      @Nullable String srcPath,
      CommentAnchor.DiffType diffType,
      @Nullable Marker multilineMarker,
      CommentLines.@Nullable Span multilineSpan,
      boolean orphaned) {

    public record Marker(int startLine, CommentAnchor.LineType startLineType) {}

    static AnchorView of(PlacedAnchor placed) {
      CommentAnchor anchor = placed.anchor();
      CommentLines lines = placed.lines();
      TreePath before = anchor.srcPath();
      return new AnchorViewBuilder()
          .fromHash(placed.range().since())
          .toHash(placed.range().until())
          .line(placed.line())
          .lineType(anchor.lineType())
          .fileType(anchor.fileType())
          .path(anchor.path().display())
          .srcPath(before == null ? null : before.display())
          .diffType(anchor.diffType())
          .multilineMarker(
              lines == null ? null : new Marker(lines.startLine(), lines.startLineType()))
          .multilineSpan(lines == null ? null : lines.span())
          .orphaned(placed.orphaned())
          .build();
    }
  }
}
