package org.packhouse.app.review.pullrequest;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.app.platform.outbox.Outbox;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.queue.AfterCommit;
import org.packhouse.app.review.pullrequest.Activity.Action;
import org.packhouse.app.review.pullrequest.PullRequestActivities.ActivityScope;
import org.packhouse.app.review.pullrequest.PullRequestActivities.News;
import org.packhouse.app.review.pullrequest.PullRequestActivities.PullRequestActivity;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Rows of {@code pull_request_activity}, which are never changed. */
@Component
public class ActivityRows {

  private static final JsonMapper JSON = JsonMappers.stored();

  private final JdbcClient sql;
  private final ApplicationEventPublisher events;
  private final Outbox outbox;

  ActivityRows(JdbcClient sql, ApplicationEventPublisher events, Outbox outbox) {
    this.sql = sql;
    this.events = events;
    this.outbox = outbox;
  }

  /** An application event, published inside the transaction that appends an activity. */
  public record Appended(long pullRequestId, Action action) {}

  private record Place(long repository, long number) {}

  /** Appends an activity in the transaction of the caller, and delivers it to listeners later. */
  public long append(
      long pullRequestId,
      Action action,
      @Nullable Long userId,
      Instant when,
      ActivityDetails details) {
    long id = insert(pullRequestId, action, userId, when, details);
    enqueue(pullRequestId, new Activity(id, action, userId, when, details));
    return id;
  }

  private void enqueue(long pullRequestId, Activity activity) {
    sql.sql("select to_repository_id as repository, number from pull_request where id = ?")
        .param(pullRequestId)
        .query(Place.class)
        .optional()
        .ifPresent(place -> {
          outbox.append(
              sql,
              ActivityDelivery.TYPE,
              place.repository(),
              ActivityDelivery.payload(place.number(), activity));
          AfterCommit.run(outbox::committed);
        });
  }

  private long insert(
      long pullRequestId,
      Action action,
      @Nullable Long userId,
      Instant when,
      ActivityDetails details) {
    OffsetDateTime at = when.atOffset(ZoneOffset.UTC);
    long id =
        sql.sql(
                """
                insert into pull_request_activity
                       (pull_request_id, repository_id, action, user_id, created_at, details)
                values (:pullRequest, (select to_repository_id from pull_request where id = :pullRequest),
                        :action, cast(:user as bigint), :at, :details::jsonb) returning id
                """)
            .param("pullRequest", pullRequestId)
            .param("action", action.name())
            .param("user", userId)
            .param("at", at)
            .param("details", JSON.writeValueAsString(details))
            .query(Long.class)
            .single();
    events.publishEvent(new Appended(pullRequestId, action));
    return id;
  }

  /** Returns activities from {@code last} on, the latest first; one more than the page takes. */
  public List<Activity> page(long pullRequestId, @Nullable Long last, PageRequest page) {
    return sql.sql(
            """
            select * from pull_request_activity
             where pull_request_id = :pullRequest and id <= :last
             order by id desc offset :start limit :limit
            """)
        .param("pullRequest", pullRequestId)
        .param("last", last == null ? Long.MAX_VALUE : last)
        .param("start", page.start())
        .param("limit", page.oneMore())
        .query(ActivityRows::activity)
        .list();
  }

  /** Counts activities of others than a reader since an activity; 0 if that is null. */
  News news(long pullRequestId, @Nullable Long since, @Nullable Long readerId) {
    return sql.sql(
            """
            select coalesce((select max(id) from pull_request_activity
                              where pull_request_id = :pullRequest), 0) as latest
                 , (select count(*) from (
                     select from pull_request_activity
                      where pull_request_id = :pullRequest and id > cast(:since as bigint)
                        and user_id is distinct from cast(:reader as bigint) limit 100) as later) as count
            """)
        .param("pullRequest", pullRequestId)
        .param("since", since)
        .param("reader", readerId)
        .query(News.class)
        .single();
  }

  /** Returns activities as {@link PullRequestActivities#recent}; the last 30 of each are read. */
  List<PullRequestActivity> recent(ActivityScope scope, Instant since, int limit) {
    return sql.sql(
            """
            select a.*, p.to_repository_id, p.number, p.title, p.from_repository_id
              from pull_request_activity a join pull_request p on p.id = a.pull_request_id
             where a.id in (
                   select last.id from unnest(cast(:repositories as bigint[])) as asked (id)
                    cross join lateral (
                          select id from pull_request_activity
                           where repository_id = asked.id order by id desc limit 30) last
                    union
                   select last.id from unnest(cast(:pullRequests as bigint[])) as asked (id)
                    cross join lateral (
                          select id from pull_request_activity
                           where pull_request_id = asked.id order by id desc limit 30) last)
               and a.created_at > :since and a.action not in ('UPDATED', 'UNAPPROVED')
               and a.details -> 'comment' ->> 'action' is distinct from 'EDITED'
               and (a.action <> 'RESCOPED' or p.from_repository_id is null
                 or p.from_repository_id <> all(cast(:repositories as bigint[])))
               and not exists (
                   select 1 from pull_request_watch w
                    where w.pull_request_id = p.id and w.user_id = :user and not w.watches)
             order by a.id desc limit :limit
            """)
        .param("repositories", scope.repositoryIds().toArray(Long[]::new))
        .param("pullRequests", scope.pullRequestIds().toArray(Long[]::new))
        .param("user", scope.userId())
        .param("since", since.atOffset(ZoneOffset.UTC))
        .param("limit", limit)
        .query((row, index) ->
            new PullRequestActivity(
                activity(row, index),
                row.getLong("to_repository_id"),
                row.getLong("number"),
                row.getString("title")))
        .list();
  }

  public OptionalLong ofComment(long pullRequestId, long commentId) {
    return sql.sql(
            """
            select id from pull_request_activity
             where pull_request_id = ? and action = 'COMMENTED'
               and (details -> 'comment' ->> 'id')::bigint = ?
             order by id limit 1
            """)
        .params(pullRequestId, commentId)
        .query(Long.class)
        .optional()
        .map(OptionalLong::of)
        .orElseGet(OptionalLong::empty);
  }

  /** Returns the id of the activity {@code later} places after another; null: there is none. */
  @Nullable Long after(long pullRequestId, long activity, int later) {
    return sql.sql(
            """
            select id from pull_request_activity where pull_request_id = ? and id > ?
             order by id offset ? limit 1
            """)
        .params(pullRequestId, activity, later - 1)
        .query(Long.class)
        .optional()
        .orElse(null);
  }

  public void forgetComment(long pullRequestId, long commentId) {
    sql.sql(
            """
            delete from pull_request_activity
             where pull_request_id = ? and action = 'COMMENTED'
               and (details -> 'comment' ->> 'id')::bigint = ?
            """)
        .params(pullRequestId, commentId)
        .update();
  }

  private static Activity activity(ResultSet row, int index) throws SQLException {
    long user = row.getLong("user_id");
    boolean server = row.wasNull();
    return new Activity(
        row.getLong("id"),
        Action.valueOf(row.getString("action")),
        server ? null : user,
        row.getTimestamp("created_at").toInstant(),
        JSON.readValue(row.getString("details"), ActivityDetails.class));
  }
}
