package org.packhouse.app.source.comment;

import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.packhouse.app.source.comment.Watches.Watched;
import org.packhouse.app.source.comment.Watches.WatchedCommit;
import org.packhouse.app.source.commit.CommitRange;
import org.packhouse.app.storage.content.TreePath;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Counts and latest comments across commits and pull requests; checks no permission. */
@Component
public class CommentStatistics {

  private final JdbcClient sql;

  CommentStatistics(JdbcClient sql) {
    this.sql = sql;
  }

  /** Returns counts by pull request id; pull requests without comments are left out. */
  public Map<Long, CommentCounts> counts(Collection<Long> pullRequestIds) {
    Map<Long, CommentCounts> counts = new HashMap<>();
    if (pullRequestIds.isEmpty()) {
      return counts;
    }
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

  /** Returns the time of the last comment by pull request id. */
  public Map<Long, Instant> lastCommented(Collection<Long> pullRequestIds) {
    Map<Long, Instant> last = new HashMap<>();
    if (pullRequestIds.isEmpty()) {
      return last;
    }
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
  public List<Comment> latest(Watched watched, Instant since, int most) {
    if (watched.repositories().isEmpty() && watched.commits().isEmpty()) {
      return List.of();
    }
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
        .param("since", since.atOffset(ZoneOffset.UTC))
        .param("most", most)
        .query(CommentColumns::published)
        .list();
  }

  /** Counts the comments of a diff, replies included, by path. */
  public Map<TreePath, Integer> byPath(long repositoryId, CommitRange range) {
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

  /** Counts of a pull request; {@code comments} are those that are no tasks. */
  public record CommentCounts(int comments, int openTasks, int resolvedTasks) {}
}
