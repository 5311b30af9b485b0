package org.packhouse.app.web.source.commit;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.comment.RequestedAnchor;
import org.packhouse.app.source.comment.rest.AnchorBuilder;
import org.packhouse.app.source.comment.rest.CommentRequests;
import org.packhouse.app.web.Forms;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The place in a diff that a comment is about, as a form names it.
 *
 * @param path null: the commit or pull request as a whole
 * @param srcPath the path before a rename
 * @param line from 1; null: the file as a whole
 * @param lineType {@code ADDED}, {@code REMOVED} or {@code CONTEXT}
 * @param fileType {@code FROM} or {@code TO}: the side that numbers the line
 * @param startLine the first of several lines
 * @param startLineType null: that of the line
 */
public record LinePlace(
    @Nullable String path,
    @Nullable String srcPath,
    @Nullable Integer line,
    @Nullable String lineType,
    @Nullable String fileType,
    @Nullable Integer startLine,
    @Nullable String startLineType) {

  public static final LinePlace NONE = new LinePlace(null, null, null, null, null, null, null);

  /**
   * Returns the place in the diff of two commits, not yet validated; null: no file.
   *
   * @param diffType as REST names it; null, as are both commits: the diff of the commit itself
   */
  public @Nullable RequestedAnchor requested(
      @Nullable String from, @Nullable String to, @Nullable String diffType) {
    if (Forms.text(path) == null) {
      return null;
    }
    return new AnchorBuilder()
        .path(node(path))
        .srcPath(node(srcPath))
        .line(line)
        .lineType(line == null ? null : Forms.text(lineType))
        .fileType(line == null ? null : Forms.text(fileType))
        .fromHash(from)
        .toHash(to)
        .diffType(diffType)
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

  /** Returns the key under which the browser keeps a draft. */
  public String draft() {
    return "at-%s-%s-%s".formatted(path, line == null ? "file" : line, fileType);
  }

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
