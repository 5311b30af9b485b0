package org.packhouse.app.source.comment;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.source.comment.Comment.Resolution;
import org.packhouse.app.source.comment.Comment.Severity;
import org.packhouse.app.source.comment.Watches.Watched;
import org.packhouse.app.source.comment.Watches.WatchedCommit;
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
        .query(CommentRows::comment)
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
        .query(CommentRows::comment)
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
        .query(CommentRows::comment)
        .list();
  }

  List<Comment> findAll(CommentSubject subject, Collection<Long> ids) {
    return on(subject, "select * from commit_comment where id = any(:ids) and ")
        .param("ids", ids.toArray(Long[]::new))
        .query(CommentRows::comment)
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
        .query(CommentRows::comment)
        .list();
  }

  Map<Long, CommentCounts> counts(Collection<Long> pullRequestIds) {
    Map<Long, CommentCounts> counts = new HashMap<>();
    sql.sql(
            """
            select pull_request_id, count(*) filter (where severity = 'NORMAL') as comments,
                   count(*) filter (where severity = 'BLOCKER' and state = 'OPEN') as open,
                   count(*) filter (where severity = 'BLOCKER' and state <> 'OPEN') as resolved
              from commit_comment where pull_request_id = any(?) group by pull_request_id
            """)
        .param(pullRequestIds.toArray(Long[]::new))
        .query(row -> {
          counts.put(
              row.getLong("pull_request_id"),
              new CommentCounts(
                  row.getInt("comments"), row.getInt("open"), row.getInt("resolved")));
        });
    return counts;
  }

  Map<Long, Instant> lastSaid(Collection<Long> pullRequestIds) {
    Map<Long, Instant> last = new HashMap<>();
    sql.sql(
            """
            select pull_request_id, max(created_at) as last
              from commit_comment where pull_request_id = any(?) group by pull_request_id
            """)
        .param(pullRequestIds.toArray(Long[]::new))
        .query(row -> {
          last.put(
              row.getLong("pull_request_id"),
              row.getObject("last", OffsetDateTime.class).toInstant());
        });
    return last;
  }

  /** Returns the latest comments on watched commits and in watched repositories. */
  List<Comment> lately(Watched watched, Instant since, int most) {
    return sql.sql(
            """
            select * from commit_comment where id in (
              select last.id
                from unnest(cast(:repositories as bigint[])) as asked (repository_id)
               cross join lateral (
                     select id from commit_comment
                      where repository_id = asked.repository_id and pull_request_id is null
                      order by id desc limit :most) last
               union
              select last.id
                from unnest(cast(:places as bigint[]), cast(:commits as text[]))
                       as asked (repository_id, commit_id)
               cross join lateral (
                     select id from commit_comment
                      where repository_id = asked.repository_id and commit_id = asked.commit_id
                        and pull_request_id is null
                      order by id desc limit :most) last)
               and created_at > :since
             order by id desc limit :most
            """)
        .param("repositories", watched.repositories().toArray(Long[]::new))
        .param(
            "places",
            watched.commits().stream().map(WatchedCommit::repositoryId).toArray(Long[]::new))
        .param(
            "commits", watched.commits().stream().map(WatchedCommit::commit).toArray(String[]::new))
        .param("since", at(since))
        .param("most", most)
        .query(CommentRows::comment)
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
        .query(CommentRows::comment)
        .list();
  }

  Map<TreePath, Integer> count(long repositoryId, CommitRange range) {
    Map<TreePath, Integer> counts = new HashMap<>();
    sql.sql(
            """
            select root.path, count(*) as comments
              from commit_comment each
              join commit_comment root on root.id = coalesce(each.root_id, each.id)
             where each.repository_id = :repository and each.commit_id = :commit
               and each.pull_request_id is null
               and root.path is not null and root.from_hash is not distinct from :from
             group by root.path
            """)
        .param("repository", repositoryId)
        .param("commit", range.until())
        .param("from", range.since(), Types.VARCHAR)
        .query(row -> {
          counts.put(TreePath.of(row.getBytes("path")), row.getInt("comments"));
        });
    return counts;
  }

  List<Comment> replies(Collection<Long> roots) {
    return sql.sql("select * from commit_comment where root_id = any(?) order by id")
        .param(roots.toArray(Long[]::new))
        .query(CommentRows::comment)
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
    CommentAnchor anchor = thread == null ? wanted.anchor() : null;
    return CommentPlaceColumns.set(
            anchor,
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
                    """)
                .param("repository", subject.repositoryId())
                .param("commit", subject.commit())
                .param("pullRequest", subject.pullRequestId())
                .param("parent", thread == null ? null : thread.parentId())
                .param("root", thread == null ? null : thread.rootId())
                .param("author", author)
                .param("text", wanted.text())
                .param("severity", wanted.severity().name())
                .param("now", at(now)))
        .query(CommentRows::comment)
        .single();
  }

  /** Inserts a pending comment under its id; if the parent is gone, the reply begins a thread. */
  Comment publish(CommentSubject subject, Comment pending, Instant now) {
    Comment.Parent thread = pending.parent();
    return CommentPlaceColumns.set(
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
        .query(CommentRows::comment)
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
        .query(CommentRows::comment)
        .optional();
  }

  boolean delete(Comment comment) {
    return sql.sql("delete from commit_comment where id = ? and version = ?")
            .params(comment.id(), comment.version())
            .update()
        > 0;
  }

  private static Comment comment(ResultSet row, int index) throws SQLException {
    long parent = row.getLong("parent_id");
    boolean begins = row.wasNull();
    long resolver = row.getLong("resolver_id");
    boolean open = row.wasNull();
    return new CommentBuilder()
        .id(row.getLong("id"))
        .repositoryId(row.getLong("repository_id"))
        .commit(row.getString("commit_id"))
        .parent(begins ? null : new Comment.Parent(parent, row.getLong("root_id")))
        .anchor(CommentPlaceColumns.anchor(row))
        .authorId(row.getLong("author_id"))
        .text(row.getString("text"))
        .severity(Severity.valueOf(row.getString("severity")))
        .resolution(
            open ? null : new Resolution(resolver, row.getTimestamp("resolved_at").toInstant()))
        .threadResolved(row.getBoolean("thread_resolved"))
        .created(row.getTimestamp("created_at").toInstant())
        .updated(row.getTimestamp("updated_at").toInstant())
        .version(row.getInt("version"))
        .pending(false)
        .build();
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
