package org.packhouse.app.web.source.commit;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.comment.RequestedAnchor;
import org.packhouse.app.source.comment.rest.AnchorBuilder;
import org.packhouse.app.source.comment.rest.CommentRequests;
import org.packhouse.app.web.Forms;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The place in a commit's diff at which a comment shall stand, as a form names it.
 *
 * @param path of the file; null: at the commit as a whole
 * @param srcPath where the file was before it was moved
 * @param line from 1; null: at the file as a whole
 * @param lineType {@code ADDED}, {@code REMOVED} or {@code CONTEXT}
 * @param fileType {@code FROM} or {@code TO}: the side that numbers the line
 * @param startLine the first of several lines; null: it is about one
 * @param startLineType as {@code lineType}; null: that of the line
 */
record LinePlace(
    @Nullable String path,
    @Nullable String srcPath,
    @Nullable Integer line,
    @Nullable String lineType,
    @Nullable String fileType,
    @Nullable Integer startLine,
    @Nullable String startLineType) {

  /** The place, which nobody has looked at; null: the commit as a whole. */
  @Nullable RequestedAnchor requested() {
    if (Forms.text(path) == null) {
      return null;
    }
    return new AnchorBuilder()
        .path(node(path))
        .srcPath(node(srcPath))
        .line(line)
        .lineType(line == null ? null : Forms.text(lineType))
        .fileType(line == null ? null : Forms.text(fileType))
        .fromHash(null)
        .toHash(null)
        .diffType(null)
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

  /** The name under which a browser keeps what is typed there. */
  public String draft() {
    return "at-%s-%s-%s".formatted(path, line == null ? "file" : line, fileType);
  }

  /** The place in words. */
  public String words() {
    if (line == null) {
      return path == null ? "the commit" : path;
    }
    String last = "%d%s".formatted(line, "FROM".equals(fileType) ? " as it was" : "");
    return startLine == null
        ? "%s, line %s".formatted(path, last)
        : "%s, lines %d to %s".formatted(path, startLine, last);
  }
}
