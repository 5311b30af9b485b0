package org.packhouse.app.source.comment.rest;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.comment.Comment.Severity;
import org.packhouse.app.source.comment.CommentAnchor.DiffType;
import org.packhouse.app.source.comment.CommentAnchor.FileType;
import org.packhouse.app.source.comment.CommentAnchor.LineType;
import org.packhouse.app.source.comment.CommentChange;
import org.packhouse.app.source.comment.CommentLines;
import org.packhouse.app.source.comment.RequestedAnchor;
import org.packhouse.app.source.comment.RequestedAnchorBuilder;
import org.packhouse.app.storage.content.TreePath;
import tools.jackson.databind.JsonNode;

/** Request bodies about comments. */
public final class CommentRequests {

  private CommentRequests() {}

  public record Parent(@Nullable Long id) {}

  /** The first of several lines; without a type the type of the last line counts. */
  public record Marker(@Nullable Integer startLine, @Nullable String startLineType) {}

  /**
   * The anchor of a comment to be created.
   *
   * @param multilineMarker the first of several lines, of which {@code line} is the last
   * @param multilineSpan the same lines, for clients that send no marker
   * @param path a string, or an object with {@code components}
   */
  @Value.Builder
  public record Anchor(
      @Nullable JsonNode path,
      @Nullable JsonNode srcPath,
      @Nullable Integer line,
      @Nullable String lineType,
      @Nullable String fileType,
      @Nullable String fromHash,
      @Nullable String toHash,
      @Nullable String diffType,
      @Nullable Marker multilineMarker,
      CommentLines.@Nullable Span multilineSpan) {

    /**
     * Parses the anchor.
     *
     * @param since the commit to compare with if the anchor names none
     */
    public RequestedAnchor requested(@Nullable String since) {
      TreePath file = CommentRequests.path("anchor.path", path);
      if (file == null || file.isRoot()) {
        throw new InvalidFieldException("anchor.path", "The path of the file is required.");
      }
      LineType type = parse("anchor.lineType", lineType, LineType.class);
      FileType side = parse("anchor.fileType", fileType, FileType.class);
      return new RequestedAnchorBuilder()
          .path(file)
          .srcPath(CommentRequests.path("anchor.srcPath", srcPath))
          .line(line)
          .lineType(type)
          .fileType(side)
          .start(start(type, side))
          .fromHash(fromHash == null ? since : fromHash)
          .toHash(toHash)
          .diffType(parse("anchor.diffType", diffType, DiffType.class))
          .build();
    }

    private RequestedAnchor.@Nullable Start start(
        @Nullable LineType type, @Nullable FileType side) {
      if (multilineMarker != null && multilineMarker.startLine() != null) {
        return new RequestedAnchor.Start(
            multilineMarker.startLine(),
            parse(
                "anchor.multilineMarker.startLineType",
                multilineMarker.startLineType(),
                LineType.class));
      }
      Integer first =
          multilineSpan == null
              ? null
              : multilineSpan.start(
                  CommentLines.side(type == null ? LineType.CONTEXT : type, side));
      return first == null || first.equals(line) ? null : new RequestedAnchor.Start(first, null);
    }
  }

  public record Body(
      @Nullable String text,
      @Nullable Parent parent,
      @Nullable Anchor anchor,
      @Nullable String severity,
      @Nullable String state,
      @Nullable Boolean threadResolved,
      @Nullable Integer version) {

    static Body of(String text) {
      return new Body(text, null, null, null, null, null, null);
    }

    /**
     * Returns the anchor of a comment that begins a thread; replies stand where their thread does.
     */
    public @Nullable RequestedAnchor requestedAnchor() {
      return anchor == null || parentId() != null ? null : anchor.requested(null);
    }

    public @Nullable Long parentId() {
      return parent == null ? null : parent.id();
    }

    public String requiredText() {
      if (text == null) {
        throw new InvalidFieldException("text", "The text of the comment is required.");
      }
      return text;
    }

    public Severity severityOr(Severity absent) {
      Severity given = parse("severity", severity, Severity.class);
      return given == null ? absent : given;
    }

    /** Returns whether the comment joins the author's unfinished review. */
    public boolean isPending() {
      return parse("state", state, State.class) == State.PENDING;
    }

    /**
     * Returns the change; without a version one that no comment has, so that the change is refused.
     */
    public CommentChange change() {
      State wanted = parse("state", state, State.class);
      return new CommentChange(
          version == null ? -1 : version,
          text,
          parse("severity", severity, Severity.class),
          (wanted == null || wanted == State.PENDING) ? null : wanted == State.RESOLVED,
          threadResolved);
    }
  }

  private enum State {
    OPEN,
    PENDING,
    RESOLVED
  }

  /** Parses a path: a string, or an object with {@code components}. */
  private static @Nullable TreePath path(String field, @Nullable JsonNode node) {
    if (node == null || node.isNull()) {
      return null;
    }
    if (node.isString()) {
      return TreePath.of(node.asString());
    }
    List<String> components = new ArrayList<>();
    for (JsonNode component : node.path("components")) {
      components.add(component.asString(""));
    }
    if (components.isEmpty()) {
      throw new InvalidFieldException(
          field, "The field %s must be text, or an object with components.".formatted(field));
    }
    return TreePath.of(String.join("/", components));
  }

  /** Parses an enum constant, ignoring case; null: absent or empty. */
  private static <E extends Enum<E>> @Nullable E parse(
      String field, @Nullable String text, Class<E> type) {
    if (text == null || text.isEmpty()) {
      return null;
    }
    for (E constant : type.getEnumConstants()) {
      if (constant.name().equals(text.toUpperCase(Locale.ROOT))) {
        return constant;
      }
    }
    throw new InvalidFieldException(
        field,
        "The field %s must be one of %s, not %s."
            .formatted(field, List.of(type.getEnumConstants()), InvalidFieldException.quote(text)));
  }
}
