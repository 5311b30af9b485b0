package org.packhouse.app.review.pullrequest;

import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.packhouse.app.identity.user.User;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * Stores who watches pull requests; checks no permission. The author and the participants watch a
 * pull request unless they have unwatched it.
 */
@Service
public class PullRequestWatches {

  private final JdbcClient sql;
  private final Clock clock;

  PullRequestWatches(JdbcClient sql, Clock clock) {
    this.sql = sql;
    this.clock = clock;
  }

  /** Watches or unwatches a pull request, which is given by its id, not its number. */
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

  public List<Long> watchers(PullRequest pullRequest) {
    return List.copyOf(
        sql.sql(
                """
                select author_id from pull_request where id = :id
                union select user_id from pull_request_participant where pull_request_id = :id
                union select user_id from pull_request_watch where pull_request_id = :id and watches
                except select user_id from pull_request_watch
                        where pull_request_id = :id and not watches
                """)
            .param("id", pullRequest.id())
            .query(Long.class)
            .list());
  }

  public record Watched(long id, long repositoryId) {}

  /**
   * Returns pull requests that a user watches, in one statement: the latest of those that the user
   * has opened, takes part in, or has explicitly watched, {@code most} of each kind at most.
   */
  public List<Watched> watchedBy(long userId, int most) {
    return List.copyOf(
        sql.sql(
                """
                select p.id, p.to_repository_id as repository_id from pull_request p
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
            .query(Watched.class)
            .list());
  }

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

  /** Returns the ids of the users who have unwatched a pull request. */
  public Set<Long> silenced(PullRequest pullRequest) {
    return Set.copyOf(
        sql.sql("select user_id from pull_request_watch where pull_request_id = ? and not watches")
            .param(pullRequest.id())
            .query(Long.class)
            .set());
  }
}
