package org.packhouse.app.review.pullrequest;

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

  /**
   * A pull request that somebody hears of.
   *
   * @param id among all
   * @param repositoryId of the repository that it targets
   */
  public record Watched(long id, long repositoryId) {}

  /**
   * Pull requests that a user hears of, in one statement: the latest of those that the user opened,
   * takes part in, or asked to hear of, at most so many of each kind.
   */
  public List<Watched> watchedBy(long userId, int most) {
    return sql.sql(
            """
            select p.id, p.to_repository_id from pull_request p
             where p.id in (
                   select own.id from unnest(array['OPEN', 'MERGED', 'DECLINED']) as asked (state)
                    cross join lateral (
                          select id from pull_request
                           where author_id = :user and state = asked.state
                           order by updated_at desc, id desc limit :most) own
                    union
                   (select pull_request_id from pull_request_participant
                     where user_id = :user order by pull_request_id desc limit :most)
                    union
                   (select pull_request_id from pull_request_watch
                     where user_id = :user and watches order by since desc limit :most))
               and not exists (
                   select 1 from pull_request_watch w
                    where w.pull_request_id = p.id and w.user_id = :user and not w.watches)
            """)
        .param("user", userId)
        .param("most", most)
        .query((row, _) -> new Watched(row.getLong(1), row.getLong(2)))
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
