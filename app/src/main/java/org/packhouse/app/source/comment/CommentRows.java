package org.packhouse.app.source.comment;

import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.source.comment.Comment.Resolution;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Statements on {@code commit_comment}: published comments on commits and pull requests. */
@Component
class CommentRows {

  private final JdbcClient sql;

  CommentRows(JdbcClient sql) {
    this.sql = sql;
  }

  boolean existOn(long repositoryId, String commit) {
    return sql.sql(
            """
            select exists(select 1 from commit_comment
                           where repository_id = ? and commit_id = ? and pull_request_id is null)
            """)
        .params(repositoryId, commit)
        .query(Boolean.class)
        .single();
  }

  Optional<Comment> find(CommentSubject subject, long id) {
    return on(subject, "select * from commit_comment where id = :id and ")
        .param("id", id)
        .query(CommentColumns::published)
        .optional();
  }

  private JdbcClient.StatementSpec on(CommentSubject subject, String statement) {
    return on(subject, statement, "");
  }

  private JdbcClient.StatementSpec on(CommentSubject subject, String statement, String rest) {
    return sql.sql(statement + subject.condition() + rest)
        .param("repository", subject.repositoryId())
        .param("commit", subject.commit())
        .param("pullRequest", subject.pullRequestId());
  }

  /** Returns the distinct files at which threads stand, {@code most} rows at most. */
  List<CommentedFile> files(CommentSubject subject, int most) {
    return on(
            subject,
            "select distinct commit_id, path from commit_comment where parent_id is null and path is not null and ",
            " limit :most")
        .param("most", most)
        .query((row, _) ->
            new CommentedFile(row.getString("commit_id"), TreePath.of(row.getBytes("path"))))
        .list();
  }

  /** Returns first comments of threads at the files, oldest first, one more than the page. */
  List<Comment> roots(CommentSubject subject, Collection<CommentedFile> files, PageRequest page) {
    return on(
            subject,
            "select * from commit_comment where parent_id is null and ",
            """
             and (commit_id, path) in (select * from unnest(cast(:commits as text[]), cast(:paths as bytea[])))
             order by id offset :start limit :limit
            """)
        .param("commits", files.stream().map(CommentedFile::commit).toArray(String[]::new))
        .param("paths", files.stream().map(it -> it.path().bytes()).toArray(byte[][]::new))
        .param("start", page.start())
        .param("limit", page.oneMore())
        .query(CommentColumns::published)
        .list();
  }

  /** Returns first comments of threads, oldest first, one more than the page. */
  List<Comment> roots(CommentSubject subject, @Nullable TreePath path, PageRequest page) {
    return on(
            subject,
            "select * from commit_comment where parent_id is null and ",
            """
             and (cast(:path as bytea) is null or path = :path)
             order by id offset :start limit :limit
            """)
        .param("path", path == null ? null : path.bytes())
        .param("start", page.start())
        .param("limit", page.oneMore())
        .query(CommentColumns::published)
        .list();
  }

  List<Comment> findAll(CommentSubject subject, Collection<Long> ids) {
    return on(subject, "select * from commit_comment where id = any(:ids) and ")
        .param("ids", ids.toArray(Long[]::new))
        .query(CommentColumns::published)
        .list();
  }

  /** Returns tasks, oldest first, one more than the page. */
  List<Comment> tasks(CommentSubject subject, Collection<String> states, PageRequest page) {
    return on(
            subject,
            "select * from commit_comment where severity = 'BLOCKER' and ",
            " and state = any(:states) order by id offset :start limit :limit")
        .param("states", states.toArray(String[]::new))
        .param("start", page.start())
        .param("limit", page.oneMore())
        .query(CommentColumns::published)
        .list();
  }

  /** Returns comments that begin threads in a diff, oldest first, {@code most} at most. */
  List<Comment> rootsIn(long repositoryId, CommitRange range, @Nullable TreePath path, int most) {
    return sql.sql(
            """
            select * from commit_comment
             where repository_id = :repository and commit_id = :commit and parent_id is null
               and pull_request_id is null and path is not null and from_hash is not distinct from :from
               and (cast(:path as bytea) is null or path = :path
                 or substring(path from 1 for length(:folder)) = :folder)
             order by id limit :most
            """)
        .param("repository", repositoryId)
        .param("commit", range.until())
        .param("from", range.since(), Types.VARCHAR)
        .param("path", path == null ? null : path.bytes())
        .param("folder", path == null ? null : directory(path))
        .param("most", most)
        .query(CommentColumns::published)
        .list();
  }

  List<Comment> replies(Collection<Long> roots) {
    return sql.sql("select * from commit_comment where root_id = any(?) order by id")
        .param(roots.toArray(Long[]::new))
        .query(CommentColumns::published)
        .list();
  }

  boolean hasReplies(long id) {
    return sql.sql("select exists(select 1 from commit_comment where parent_id = ?)")
        .param(id)
        .query(Boolean.class)
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
                insert into commit_comment
                       (repository_id, commit_id, pull_request_id, parent_id, root_id, author_id, text, severity, path,
                        src_path, line, line_type, file_type, from_hash, diff_type, created_at,
                        updated_at, start_line, start_line_type, src_start, src_end, dst_start, dst_end)
                values (:repository, :commit, :pullRequest, :parent, :root, :author, :text, :severity, :path,
                        :srcPath, :line, :lineType, :fileType, :fromHash, :diffType, :now, :now,
                        :startLine, :startLineType, :srcStart, :srcEnd, :dstStart, :dstEnd)
                returning *
                """))
        .query(CommentColumns::published)
        .single();
  }

  /** Inserts a pending comment under its id; if the parent is gone, the reply begins a thread. */
  Comment publish(CommentSubject subject, Comment pending, Instant now) {
    Comment.Parent thread = pending.parent();
    return CommentColumns.anchor(
            pending.anchor(),
            sql.sql(
                """
                with parent as (
                  select id, coalesce(root_id, id) as root_id from commit_comment
                   where id = :parent and pull_request_id = :pullRequest for key share)
                insert into commit_comment
                       (id, repository_id, commit_id, pull_request_id, parent_id, root_id, author_id, text,
                        severity, path, src_path, line, line_type, file_type, from_hash, diff_type,
                        created_at, updated_at, start_line, start_line_type, src_start, src_end,
                        dst_start, dst_end)
                values (:id, :repository, :commit, :pullRequest, (select id from parent),
                        (select root_id from parent), :author, :text, :severity, :path, :srcPath, :line,
                        :lineType, :fileType, :fromHash, :diffType, :now, :now, :startLine,
                        :startLineType, :srcStart, :srcEnd, :dstStart, :dstEnd)
                returning *
                """))
        .param("id", pending.id())
        .param("repository", subject.repositoryId())
        .param("commit", pending.commit())
        .param("pullRequest", subject.pullRequestId())
        .param("parent", thread == null ? null : thread.parentId())
        .param("author", pending.authorId())
        .param("text", pending.text())
        .param("severity", pending.severity().name())
        .param("now", at(now))
        .query(CommentColumns::published)
        .single();
  }

  /**
   * Updates a comment if its version is unchanged. {@code updated_at} is the time of the last
   * change of the text: readers are told who edited it, and states have their own times.
   */
  Optional<Comment> update(Comment changed, Instant now) {
    Resolution resolution = changed.resolution();
    return sql.sql(
            """
            update commit_comment
               set text = :text, severity = :severity, state = :state, resolver_id = :resolver,
                   resolved_at = :resolved, thread_resolved = :threadResolved,
                   updated_at = case when text = :text then updated_at else cast(:now as timestamptz) end,
                   version = version + 1
             where id = :id and version = :version
            returning *
            """)
        .param("text", changed.text())
        .param("severity", changed.severity().name())
        .param("state", resolution == null ? "OPEN" : "RESOLVED")
        .param("resolver", resolution == null ? null : resolution.userId())
        .param("resolved", resolution == null ? null : at(resolution.when()))
        .param("threadResolved", changed.threadResolved())
        .param("now", at(now))
        .param("id", changed.id())
        .param("version", changed.version())
        .query(CommentColumns::published)
        .optional();
  }

  boolean delete(Comment comment) {
    return sql.sql("delete from commit_comment where id = ? and version = ?")
            .params(comment.id(), comment.version())
            .update()
        > 0;
  }

  private static byte[] directory(TreePath path) {
    byte[] directory = Arrays.copyOf(path.bytes(), path.bytes().length + 1);
    directory[directory.length - 1] = '/';
    return directory;
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
