package org.packhouse.app.source.comment;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.source.comment.CommentAnchor.FileType;
import org.packhouse.app.source.comment.CommentAnchor.LineType;
import org.packhouse.app.source.comment.CommitComment.Severity;
import org.packhouse.app.storage.content.TreePath;
import tools.jackson.databind.JsonNode;

/** Requests of clients about comments. */
public final class CommentRequests {

  private CommentRequests() {}

  /** A comment that is answered. */
  public record Parent(@Nullable Long id) {}

  /** The first of several lines; a type that is not given is that of the line. */
  public record Marker(@Nullable Integer startLine, @Nullable String startLineType) {}

  /**
   * The place at which a comment shall stand.
   *
   * @param multilineMarker the first of several lines, of which {@code line} is the last
   * @param multilineSpan the same lines, for clients that give no marker
   * @param path text, or an object with {@code components}
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

    /** The first of several lines; null: it is about one. */
    public @Nullable Marker start() {
      if (multilineMarker != null && multilineMarker.startLine() != null) {
        return multilineMarker;
      }
      LineType type = parse("anchor.lineType", lineType, LineType.class);
      FileType side = parse("anchor.fileType", fileType, FileType.class);
      Integer first =
          multilineSpan == null
              ? null
              : multilineSpan.start(
                  CommentLines.side(type == null ? LineType.CONTEXT : type, side));
      return first == null || first.equals(line) ? null : new Marker(first, null);
    }
  }

  /** A comment to be made, or what shall become of one. */
  public record Body(
      @Nullable String text,
      @Nullable Parent parent,
      @Nullable Anchor anchor,
      @Nullable String severity,
      @Nullable String state,
      @Nullable Boolean threadResolved,
      @Nullable Integer version) {

    /** The text, which there must be. */
    public String requiredText() {
      if (text == null) {
        throw new InvalidFieldException("text", "The text of the comment is required.");
      }
      return text;
    }

    /** The severity. */
    public Severity severityOr(Severity absent) {
      Severity given = parse("severity", severity, Severity.class);
      return given == null ? absent : given;
    }

    /** Whether it shall be part of the author's review, which is not finished. */
    public boolean isPending() {
      return parse("state", state, State.class) == State.PENDING;
    }

    /** What the client knows of the comment; nothing: a version that there never is. */
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

  /**
   * The place that an anchor names.
   *
   * @param since what the commit is compared with if the anchor does not say
   */
  public static CommentedCommits.@Nullable Place place(
      @Nullable Anchor anchor, String commit, @Nullable String since) {
    if (anchor == null) {
      return null;
    }
    TreePath path = path("anchor.path", anchor.path());
    if (path == null || path.isRoot()) {
      throw new InvalidFieldException("anchor.path", "The path of the file is required.");
    }
    if (anchor.line() != null && anchor.line() < 1) {
      throw new InvalidFieldException(
          "anchor.line", "The line must be 1 or more, not %d.".formatted(anchor.line()));
    }
    if (anchor.toHash() != null && !anchor.toHash().equalsIgnoreCase(commit)) {
      throw new InvalidFieldException(
          "anchor.toHash",
          "The anchor must be of the commit that is commented on, not of %s."
              .formatted(InvalidFieldException.quote(anchor.toHash())));
    }
    return new CommentedCommits.Place(
        path,
        path("anchor.srcPath", anchor.srcPath()),
        anchor.line(),
        parse("anchor.lineType", anchor.lineType(), LineType.class),
        parse("anchor.fileType", anchor.fileType(), FileType.class),
        anchor.start(),
        anchor.fromHash() == null ? since : anchor.fromHash());
  }

  /** A path that is text, or an object with components. */
  public static @Nullable TreePath path(String field, @Nullable JsonNode node) {
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

  /** The constant of that name, in any case; null: there is no name. */
  public static <E extends Enum<E>> @Nullable E parse(
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
