package org.packhouse.app.networks.pullrequest;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.networks.pullrequest.Activity.Action;
import org.packhouse.app.platform.rest.PageRequest;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** The rows of activities, which are written once and never changed. */
@Component
class ActivityRows {

  private static final JsonMapper JSON = JsonMapper.shared();

  private final JdbcClient sql;
  private final ApplicationEventPublisher events;

  ActivityRows(JdbcClient sql, ApplicationEventPublisher events) {
    this.sql = sql;
    this.events = events;
  }

  /** An activity was written; published in the transaction of what happens. */
  record Appended(long pullRequestId, Action action) {}

  /** Writes one, in the transaction of what happens. */
  long append(
      long pullRequestId,
      Action action,
      @Nullable Long userId,
      Instant when,
      ActivityDetails details) {
    OffsetDateTime at = when.atOffset(ZoneOffset.UTC);
    long id =
        sql.sql(
                """
                insert into pull_request_activity (pull_request_id, action, user_id, created_at, details)
                values (?, ?, cast(? as bigint), ?, ?::jsonb) returning id
                """)
            .params(pullRequestId, action.name())
            .param(userId)
            .params(at, JSON.writeValueAsString(details))
            .query(Long.class)
            .single();
    events.publishEvent(new Appended(pullRequestId, action));
    return id;
  }

  /**
   * Those of a pull request, the latest first, and one more than the page takes.
   *
   * @param last the id of the latest; null: there is none later
   */
  List<Activity> page(long pullRequestId, @Nullable Long last, PageRequest page) {
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

  /** The activity by which a comment was made. */
  OptionalLong ofComment(long pullRequestId, long commentId) {
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

  /** Removes the activity of a comment that is deleted. */
  void forgetComment(long pullRequestId, long commentId) {
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
