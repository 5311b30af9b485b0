package org.packhouse.app.source.comment;

import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * Stores which users watch which repositories and commits. Checks no permission; all methods are
 * idempotent.
 */
@Service
public class Watches {

  private final JdbcClient sql;
  private final Clock clock;

  Watches(JdbcClient sql, Clock clock) {
    this.sql = sql;
    this.clock = clock;
  }

  public void watch(long repositoryId, long userId) {
    sql.sql(
            """
            insert into repository_watch (repository_id, user_id, since) values (?, ?, ?)
            on conflict do nothing
            """)
        .params(repositoryId, userId, now())
        .update();
  }

  public void unwatch(long repositoryId, long userId) {
    sql.sql("delete from repository_watch where repository_id = ? and user_id = ?")
        .params(repositoryId, userId)
        .update();
  }

  public boolean watches(long repositoryId, long userId) {
    return sql.sql(
            "select exists(select 1 from repository_watch where repository_id = ? and user_id = ?)")
        .params(repositoryId, userId)
        .query(Boolean.class)
        .single();
  }

  public boolean watches(long repositoryId, String commit, long userId) {
    return sql.sql(
            """
            select exists(select 1 from commit_watch
                           where repository_id = ? and commit_id = ? and user_id = ?)
            """)
        .params(repositoryId, commit, userId)
        .query(Boolean.class)
        .single();
  }

  public record WatchedCommit(long repositoryId, String commit) {}

  public record Watched(List<Long> repositories, List<WatchedCommit> commits) {}

  private record Row(long repositoryId, @Nullable String commit) {}

  /**
   * Returns the repositories and the commits that a user began to watch last, at most {@code most}
   * of each.
   */
  public Watched watchedBy(long userId, int most) {
    List<Row> rows =
        sql.sql(
                """
                (select repository_id, null as commit_id from repository_watch
                  where user_id = :user order by since desc limit :most)
                 union all
                (select repository_id, commit_id from commit_watch
                  where user_id = :user order by since desc limit :most)
                """)
            .param("user", userId)
            .param("most", most)
            .query((row, _) -> new Row(row.getLong(1), row.getString(2)))
            .list();
    List<Long> repositories = new ArrayList<>();
    List<WatchedCommit> commits = new ArrayList<>();
    for (Row row : rows) {
      if (row.commit() == null) {
        repositories.add(row.repositoryId());
      } else {
        commits.add(new WatchedCommit(row.repositoryId(), row.commit()));
      }
    }
    return new Watched(repositories, commits);
  }

  public List<Long> watchers(long repositoryId) {
    return sql.sql("select user_id from repository_watch where repository_id = ?")
        .param(repositoryId)
        .query((row, _) -> row.getLong(1))
        .list();
  }

  public void watch(long repositoryId, String commit, long userId) {
    sql.sql(
            """
            insert into commit_watch (repository_id, commit_id, user_id, since) values (?, ?, ?, ?)
            on conflict do nothing
            """)
        .params(repositoryId, commit, userId, now())
        .update();
  }

  public void unwatch(long repositoryId, String commit, long userId) {
    sql.sql("delete from commit_watch where repository_id = ? and commit_id = ? and user_id = ?")
        .params(repositoryId, commit, userId)
        .update();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
