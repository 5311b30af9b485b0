package org.packhouse.app.source.comment;

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
        .query(CommentColumns::pending)
        .list();
  }

  Optional<Comment> find(long pullRequestId, long author, long id) {
    return sql.sql(
            "select * from pending_comment where pull_request_id = ? and author_id = ? and id = ?")
        .params(pullRequestId, author, id)
        .query(CommentColumns::pending)
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
    return CommentColumns.set(
            subject,
            thread,
            author,
            wanted,
            now,
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
        .query(CommentColumns::pending)
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
        .query(CommentColumns::pending)
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
        .query(CommentColumns::pending)
        .list()
        .stream()
        .sorted(Comparator.comparingLong(Comment::id))
        .toList();
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
