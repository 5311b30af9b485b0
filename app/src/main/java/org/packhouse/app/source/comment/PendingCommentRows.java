package org.packhouse.app.source.comment;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.source.comment.Comment.Severity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Statements on {@code pending_comment}; each names the author, who alone sees these comments. */
@Component
class PendingCommentRows {

  private final JdbcClient sql;

  PendingCommentRows(JdbcClient sql) {
    this.sql = sql;
  }

  List<Comment> list(long pullRequestId, long author) {
    return sql.sql(
            "select * from pending_comment where pull_request_id = ? and author_id = ? order by id")
        .params(pullRequestId, author)
        .query(PendingCommentRows::comment)
        .list();
  }

  Optional<Comment> find(long pullRequestId, long author, long id) {
    return sql.sql(
            "select * from pending_comment where pull_request_id = ? and author_id = ? and id = ?")
        .params(pullRequestId, author, id)
        .query(PendingCommentRows::comment)
        .optional();
  }

  int count(long pullRequestId, long author) {
    return sql.sql(
            "select count(*) from pending_comment where pull_request_id = ? and author_id = ?")
        .params(pullRequestId, author)
        .query(Integer.class)
        .single();
  }

  Comment insert(
      CommentSubject subject,
      Comment.@Nullable Parent thread,
      long author,
      NewComment wanted,
      Instant now) {
    return CommentPlaceColumns.set(
            thread == null ? wanted.anchor() : null,
            sql.sql(
                """
                insert into pending_comment
                       (id, repository_id, commit_id, pull_request_id, parent_id, root_id, author_id,
                        text, severity, path, src_path, line, line_type, file_type, from_hash,
                        diff_type, created_at, updated_at, start_line, start_line_type, src_start,
                        src_end, dst_start, dst_end)
                values (nextval(pg_get_serial_sequence('commit_comment', 'id')), :repository, :commit,
                        :pullRequest, :parent, :root, :author, :text, :severity, :path, :srcPath,
                        :line, :lineType, :fileType, :fromHash, :diffType, :now, :now, :startLine,
                        :startLineType, :srcStart, :srcEnd, :dstStart, :dstEnd)
                returning *
                """))
        .param("repository", subject.repositoryId())
        .param("commit", subject.commit())
        .param("pullRequest", subject.pullRequestId())
        .param("parent", thread == null ? null : thread.parentId())
        .param("root", thread == null ? null : thread.rootId())
        .param("author", author)
        .param("text", wanted.text())
        .param("severity", wanted.severity().name())
        .param("now", at(now))
        .query(PendingCommentRows::comment)
        .single();
  }

  Optional<Comment> update(Comment before, String text, Severity severity, Instant now) {
    return sql.sql(
            """
            update pending_comment
               set text = ?, severity = ?, updated_at = ?, version = version + 1
             where id = ? and author_id = ? and version = ?
            returning *
            """)
        .params(text, severity.name(), at(now), before.id(), before.authorId(), before.version())
        .query(PendingCommentRows::comment)
        .optional();
  }

  boolean delete(Comment comment) {
    return sql.sql("delete from pending_comment where id = ? and author_id = ? and version = ?")
            .params(comment.id(), comment.authorId(), comment.version())
            .update()
        > 0;
  }

  /**
   * Deletes and returns all pending comments of an author, oldest first: of two concurrent calls
   * one gets them.
   */
  List<Comment> take(long pullRequestId, long author) {
    return sql
        .sql("delete from pending_comment where pull_request_id = ? and author_id = ? returning *")
        .params(pullRequestId, author)
        .query(PendingCommentRows::comment)
        .list()
        .stream()
        .sorted(Comparator.comparingLong(Comment::id))
        .toList();
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private static Comment comment(ResultSet row, int index) throws SQLException {
    long parent = row.getLong("parent_id");
    boolean begins = row.wasNull();
    return new CommentBuilder()
        .id(row.getLong("id"))
        .repositoryId(row.getLong("repository_id"))
        .commit(row.getString("commit_id"))
        .parent(begins ? null : new Comment.Parent(parent, row.getLong("root_id")))
        .anchor(CommentPlaceColumns.anchor(row))
        .authorId(row.getLong("author_id"))
        .text(row.getString("text"))
        .severity(Severity.valueOf(row.getString("severity")))
        .resolution(null)
        .threadResolved(false)
        .created(row.getTimestamp("created_at").toInstant())
        .updated(row.getTimestamp("updated_at").toInstant())
        .version(row.getInt("version"))
        .pending(true)
        .build();
  }
}
