package org.packhouse.app.source.comment;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.comment.CommentAnchor.DiffType;
import org.packhouse.app.source.comment.CommentAnchor.FileType;
import org.packhouse.app.source.comment.CommentAnchor.LineType;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Maps the columns of a comment's anchor. */
final class CommentPlaceColumns {

  private CommentPlaceColumns() {}

  static JdbcClient.StatementSpec set(
      @Nullable CommentAnchor anchor, JdbcClient.StatementSpec statement) {
    CommentLines lines = anchor == null ? null : anchor.lines();
    return span(
        lines == null ? null : lines.span(),
        statement
            .param("path", anchor == null ? null : anchor.path().bytes())
            .param("srcPath", anchor == null ? null : bytes(anchor.srcPath()))
            .param("line", anchor == null ? null : anchor.line())
            .param("lineType", anchor == null ? null : name(anchor.lineType()))
            .param("fileType", anchor == null ? null : name(anchor.fileType()))
            .param("fromHash", anchor == null ? null : anchor.fromCommit())
            .param("diffType", anchor == null ? null : name(anchor.diffType()))
            .param("startLine", lines == null ? null : lines.startLine())
            .param("startLineType", lines == null ? null : name(lines.startLineType())));
  }

  private static JdbcClient.StatementSpec span(
      CommentLines.@Nullable Span span, JdbcClient.StatementSpec statement) {
    return statement
        .param("srcStart", span == null ? null : span.srcSpanStart())
        .param("srcEnd", span == null ? null : span.srcSpanEnd())
        .param("dstStart", span == null ? null : span.dstSpanStart())
        .param("dstEnd", span == null ? null : span.dstSpanEnd());
  }

  static @Nullable CommentAnchor anchor(ResultSet row) throws SQLException {
    byte[] path = row.getBytes("path");
    if (path == null) {
      return null;
    }
    byte[] srcPath = row.getBytes("src_path");
    String lineType = row.getString("line_type");
    String fileType = row.getString("file_type");
    return new CommentAnchorBuilder()
        .path(TreePath.of(path))
        .srcPath(srcPath == null ? null : TreePath.of(srcPath))
        .line(number(row, "line"))
        .lineType(lineType == null ? null : LineType.valueOf(lineType))
        .fileType(fileType == null ? null : FileType.valueOf(fileType))
        .lines(lines(row))
        .fromCommit(row.getString("from_hash"))
        .diffType(DiffType.valueOf(row.getString("diff_type")))
        .build();
  }

  private static @Nullable CommentLines lines(ResultSet row) throws SQLException {
    Integer start = number(row, "start_line");
    if (start == null) {
      return null;
    }
    return new CommentLines(
        start,
        LineType.valueOf(row.getString("start_line_type")),
        new CommentLines.Span(
            number(row, "src_start"),
            number(row, "src_end"),
            number(row, "dst_start"),
            number(row, "dst_end")));
  }

  private static @Nullable Integer number(ResultSet row, String column) throws SQLException {
    int number = row.getInt(column);
    return row.wasNull() ? null : number;
  }

  private static byte @Nullable [] bytes(@Nullable TreePath path) {
    return path == null ? null : path.bytes();
  }

  private static @Nullable String name(@Nullable Enum<?> constant) {
    return constant == null ? null : constant.name();
  }
}
