package org.packhouse.app.networks.pullrequest;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.packhouse.app.identity.user.User;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * Keeps who wants to hear of a pull request; asks no permission. Its author and those who take part
 * in it hear of it until they say that they do not want to.
 */
@Service
public class PullRequestWatches {

  private final JdbcClient sql;
  private final Clock clock;

  PullRequestWatches(JdbcClient sql, Clock clock) {
    this.sql = sql;
    this.clock = clock;
  }

  /** Says whether a user wants to hear of a pull request, given by its id among all. */
  public void set(long pullRequestId, long userId, boolean watches) {
    sql.sql(
            """
            insert into pull_request_watch (pull_request_id, user_id, watches, since)
            values (?, ?, ?, ?)
            on conflict (pull_request_id, user_id) do update
               set watches = excluded.watches, since = excluded.since
            """)
        .params(pullRequestId, userId, watches, clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  /** The ids of those who hear of a pull request, in one statement. */
  public List<Long> watchers(PullRequest pullRequest) {
    return sql.sql(
            """
            select author_id from pull_request where id = :id
            union select user_id from pull_request_participant where pull_request_id = :id
            union select user_id from pull_request_watch where pull_request_id = :id and watches
            except select user_id from pull_request_watch
                    where pull_request_id = :id and not watches
            """)
        .param("id", pullRequest.id())
        .query((row, _) -> row.getLong(1))
        .list();
  }

  /** Whether a user hears of a pull request, in one statement that reads a row of each kind. */
  public boolean isWatchedBy(PullRequest pullRequest, User user) {
    return sql.sql(
            """
            select coalesce(
                (select watches from pull_request_watch
                  where pull_request_id = :id and user_id = :user),
                exists (select from pull_request where id = :id and author_id = :user)
                or exists (select from pull_request_participant
                            where pull_request_id = :id and user_id = :user))
            """)
        .param("id", pullRequest.id())
        .param("user", user.id())
        .query(Boolean.class)
        .single();
  }

  /** The ids of those who do not want to hear of a pull request. */
  public Set<Long> silenced(PullRequest pullRequest) {
    return sql.sql(
            "select user_id from pull_request_watch where pull_request_id = ? and not watches")
        .param(pullRequest.id())
        .query((row, _) -> row.getLong(1))
        .set();
  }
}
