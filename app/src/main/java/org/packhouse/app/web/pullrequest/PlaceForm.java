package org.packhouse.app.web.pullrequest;

import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.comment.RequestedAnchor;
import org.packhouse.app.source.comment.rest.AnchorBuilder;
import org.packhouse.app.source.comment.rest.CommentRequests;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.PathInUrl;
import org.packhouse.app.web.layout.Links;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The anchor of a comment, as a form names it.
 *
 * @param path of the file; null: the comment is about the pull request as a whole
 * @param srcPath path before a rename
 * @param line from 1; null: the comment is about the file as a whole
 * @param lineType {@code ADDED}, {@code REMOVED} or {@code CONTEXT}
 * @param fileType {@code FROM} or {@code TO}: the side that numbers the line
 * @param startLine the first of several lines; null: one line
 * @param startLineType as {@code lineType}; null: the type that the diff gives the line
 * @param since the earlier commit of the diff; null: the merge base or first parent
 * @param until the later commit; null: the tip of the source
 */
@Value.Builder
record PlaceForm(
    @Nullable String path,
    @Nullable String srcPath,
    @Nullable Integer line,
    @Nullable String lineType,
    @Nullable String fileType,
    @Nullable Integer startLine,
    @Nullable String startLineType,
    @Nullable String since,
    @Nullable String until) {

  static final PlaceForm NONE =
      new PlaceFormBuilder()
          .path(null)
          .srcPath(null)
          .line(null)
          .lineType(null)
          .fileType(null)
          .startLine(null)
          .startLineType(null)
          .since(null)
          .until(null)
          .build();

  public boolean isInDiff() {
    return Forms.text(path) != null;
  }

  @Nullable RequestedAnchor anchor() {
    if (!isInDiff()) {
      return null;
    }
    String from = Forms.text(since);
    String to = Forms.text(until);
    return new AnchorBuilder()
        .path(node(path))
        .srcPath(node(srcPath))
        .line(line)
        .lineType(line == null ? null : Forms.text(lineType))
        .fileType(line == null ? null : Forms.text(fileType))
        .fromHash(from)
        .toHash(to)
        .diffType(to == null ? "EFFECTIVE" : from == null ? "COMMIT" : "RANGE")
        .multilineMarker(
            startLine == null
                ? null
                : new CommentRequests.Marker(startLine, Forms.text(startLineType)))
        .multilineSpan(null)
        .build()
        .requested(null);
  }

  private static @Nullable JsonNode node(@Nullable String text) {
    return text == null || text.isEmpty() ? null : JsonNodeFactory.instance.stringNode(text);
  }

  /** Returns the key under which the browser stores the typed text. */
  public String draft() {
    return isInDiff()
        ? "at-%s-%s-%s".formatted(path, line == null ? "file" : line, fileType)
        : "new";
  }

  public String words() {
    if (line == null) {
      return String.valueOf(path);
    }
    boolean before = "FROM".equals(fileType);
    if (startLine == null) {
      return "%s, line %d%s".formatted(path, line, before ? " as it was" : "");
    }
    boolean removed = "REMOVED".equals(startLineType);
    return "%s, lines %d%s to %d%s"
        .formatted(
            path,
            startLine,
            removed && !before ? " as it was" : "",
            line,
            before ? " as it was" : "");
  }

  String[] shown() {
    return new String[] {parameter("since", since), parameter("until", until)};
  }

  String diff(String url) {
    return PathInUrl.join(url + "/diff", shown());
  }

  private static String parameter(String name, @Nullable String value) {
    String text = Forms.text(value);
    return text == null ? "" : name + "=" + Links.encode(text);
  }
}
