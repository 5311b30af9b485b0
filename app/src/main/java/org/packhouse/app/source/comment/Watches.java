package org.packhouse.app.source.comment;

import java.time.Clock;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** Keeps who wants to hear of what; asks no permission. Each may be done again without effect. */
@Service
public class Watches {

  private final JdbcClient sql;
  private final Clock clock;

  Watches(JdbcClient sql, Clock clock) {
    this.sql = sql;
    this.clock = clock;
  }

  /** Watches a repository. */
  public void watch(long repositoryId, long userId) {
    sql.sql(
            """
            insert into repository_watch (repository_id, user_id, since) values (?, ?, ?)
            on conflict do nothing
            """)
        .params(repositoryId, userId, now())
        .update();
  }

  /** Watches it no more. */
  public void unwatch(long repositoryId, long userId) {
    sql.sql("delete from repository_watch where repository_id = ? and user_id = ?")
        .params(repositoryId, userId)
        .update();
  }

  /** The ids of those who watch a repository. */
  public List<Long> watchers(long repositoryId) {
    return sql.sql("select user_id from repository_watch where repository_id = ?")
        .param(repositoryId)
        .query((row, _) -> row.getLong(1))
        .list();
  }

  /** Watches a commit, named by 40 hex digits. */
  public void watch(long repositoryId, String commit, long userId) {
    sql.sql(
            """
            insert into commit_watch (repository_id, commit_id, user_id, since) values (?, ?, ?, ?)
            on conflict do nothing
            """)
        .params(repositoryId, commit, userId, now())
        .update();
  }

  /** Watches it no more. */
  public void unwatch(long repositoryId, String commit, long userId) {
    sql.sql("delete from commit_watch where repository_id = ? and commit_id = ? and user_id = ?")
        .params(repositoryId, commit, userId)
        .update();
  }

  private OffsetDateTime now() {
    return clock.instant().atOffset(ZoneOffset.UTC);
  }
}
