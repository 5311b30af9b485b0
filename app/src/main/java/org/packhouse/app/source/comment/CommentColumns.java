package org.packhouse.app.source.comment;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.comment.Comment.Resolution;
import org.packhouse.app.source.comment.Comment.Severity;
import org.packhouse.app.source.comment.CommentAnchor.DiffType;
import org.packhouse.app.source.comment.CommentAnchor.FileType;
import org.packhouse.app.source.comment.CommentAnchor.LineType;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Maps the columns that published and pending comments share. */
final class CommentColumns {

  private CommentColumns() {}

  /** Sets a parameter for each column of a new comment; a reply has no anchor of its own. */
  static JdbcClient.StatementSpec set(
      CommentSubject subject,
      Comment.@Nullable Parent parent,
      long author,
      NewComment comment,
      Instant now,
      JdbcClient.StatementSpec statement) {
    return anchor(parent == null ? comment.anchor() : null, statement)
        .param("repository", subject.repositoryId())
        .param("commit", subject.commit())
        .param("pullRequest", subject.pullRequestId())
        .param("parent", parent == null ? null : parent.parentId())
        .param("root", parent == null ? null : parent.rootId())
        .param("author", author)
        .param("text", comment.text())
        .param("severity", comment.severity().name())
        .param("now", now.atOffset(ZoneOffset.UTC));
  }

  static JdbcClient.StatementSpec anchor(
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

  static Comment published(ResultSet row, int index) throws SQLException {
    Long resolver = row.getObject("resolver_id", Long.class);
    return comment(row)
        .resolution(
            resolver == null
                ? null
                : new Resolution(resolver, row.getTimestamp("resolved_at").toInstant()))
        .threadResolved(row.getBoolean("thread_resolved"))
        .pending(false)
        .build();
  }

  static Comment pending(ResultSet row, int index) throws SQLException {
    return comment(row).resolution(null).threadResolved(false).pending(true).build();
  }

  private static CommentBuilder comment(ResultSet row) throws SQLException {
    Long parent = row.getObject("parent_id", Long.class);
    return new CommentBuilder()
        .id(row.getLong("id"))
        .repositoryId(row.getLong("repository_id"))
        .commit(row.getString("commit_id"))
        .parent(parent == null ? null : new Comment.Parent(parent, row.getLong("root_id")))
        .anchor(anchor(row))
        .authorId(row.getLong("author_id"))
        .text(row.getString("text"))
        .severity(Severity.valueOf(row.getString("severity")))
        .created(row.getTimestamp("created_at").toInstant())
        .updated(row.getTimestamp("updated_at").toInstant())
        .version(row.getInt("version"));
  }

  private static @Nullable CommentAnchor anchor(ResultSet row) throws SQLException {
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
    return row.getObject(column, Integer.class);
  }

  private static byte @Nullable [] bytes(@Nullable TreePath path) {
    return path == null ? null : path.bytes();
  }

  private static @Nullable String name(@Nullable Enum<?> constant) {
    return constant == null ? null : constant.name();
  }
}
