package org.packhouse.app.review.pullrequest.automatic;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.merge.MergeRequest;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes requests for automatic merges. */
@Component
public class AutoMergeRows {

  private static final JsonMapper JSON = JsonMappers.stored();

  private final JdbcClient sql;

  AutoMergeRows(JdbcClient sql) {
    this.sql = sql;
  }

  /**
   * A user's request to merge a pull request once nothing vetoes it; void when the source's tip or
   * the target changes.
   */
  public record AutoMerge(
      long pullRequestId,
      long userId,
      String fromCommit,
      String toRef,
      MergeRequest wanted,
      Instant created) {

    /** Returns whether the pull request is open and as it was requested. */
    boolean isOf(PullRequest pullRequest) {
      return pullRequest.isOpen()
          && fromCommit.equals(pullRequest.from().commit())
          && toRef.equals(pullRequest.to().refName());
    }
  }

  record Waiting(long repositoryId, long number) {}

  void set(AutoMerge request) {
    OffsetDateTime at = request.created().atOffset(ZoneOffset.UTC);
    sql.sql(
            """
            insert into pull_request_auto_merge
                   (pull_request_id, user_id, from_commit, to_ref, wanted, created_at, looked_at)
            values (?, ?, ?, ?, ?::jsonb, ?, now())
            on conflict (pull_request_id) do update
               set user_id = excluded.user_id, from_commit = excluded.from_commit
                 , to_ref = excluded.to_ref, wanted = excluded.wanted
                 , created_at = excluded.created_at, looked_at = now()
                 , failures = 0, given_up = null
            """)
        .params(
            request.pullRequestId(),
            request.userId(),
            request.fromCommit(),
            request.toRef(),
            JSON.writeValueAsString(request.wanted()),
            at)
        .update();
  }

  Optional<AutoMerge> find(long pullRequestId) {
    return sql.sql(
            "select * from pull_request_auto_merge where pull_request_id = ? and given_up is null")
        .param(pullRequestId)
        .query((row, _) -> read(row))
        .optional();
  }

  /** Counts a failure and returns the number of consecutive ones. */
  int failed(long pullRequestId) {
    return sql.sql(
            """
            update pull_request_auto_merge set failures = failures + 1, looked_at = now()
             where pull_request_id = ? returning failures
            """)
        .param(pullRequestId)
        .query(Integer.class)
        .optional()
        .orElse(0);
  }

  /** Resets the failures: a veto shows that nothing else failed. */
  void vetoed(long pullRequestId) {
    sql.sql(
            "update pull_request_auto_merge set failures = 0 where pull_request_id = ? and failures > 0")
        .param(pullRequestId)
        .update();
  }

  /** Ends a request; its reason is kept until there is another. */
  void giveUp(long pullRequestId, String reason) {
    sql.sql("update pull_request_auto_merge set given_up = ? where pull_request_id = ?")
        .params(reason, pullRequestId)
        .update();
  }

  /** Returns why the request for a source tip was given up. */
  Optional<String> givenUp(long pullRequestId, String fromCommit) {
    return sql.sql(
            """
            select given_up from pull_request_auto_merge
             where pull_request_id = ? and from_commit = ? and given_up is not null
            """)
        .params(pullRequestId, fromCommit)
        .query(String.class)
        .optional();
  }

  /** Deletes a request; returns false if none was in force. */
  boolean delete(long pullRequestId) {
    return sql.sql(
                """
                with gone as (
                  delete from pull_request_auto_merge where pull_request_id = ? returning given_up)
                select count(*) from gone where given_up is null
                """)
            .param(pullRequestId)
            .query(Integer.class)
            .single()
        > 0;
  }

  /** Returns the pull requests that wait to be merged at a source tip. */
  List<Waiting> of(String commit) {
    return sql.sql(
            """
            select p.to_repository_id, p.number
              from pull_request_auto_merge a join pull_request p on p.id = a.pull_request_id
             where a.from_commit = ? and a.given_up is null
            """)
        .param(commit)
        .query((row, _) -> waiting(row))
        .list();
  }

  /** Returns a pull request if it waits to be merged. */
  Optional<Waiting> of(long pullRequestId) {
    return sql.sql(
            """
            select p.to_repository_id, p.number
              from pull_request_auto_merge a join pull_request p on p.id = a.pull_request_id
             where a.pull_request_id = ? and a.given_up is null
            """)
        .param(pullRequestId)
        .query((row, _) -> waiting(row))
        .optional();
  }

  /**
   * Claims those not looked at for a minute, the longest first; each failure doubles the pause, up
   * to an hour.
   */
  List<Waiting> due(int limit) {
    return sql.sql(
            """
            with due as (
              select pull_request_id from pull_request_auto_merge
               where given_up is null
                 and looked_at < now() - least(interval '1 minute' * (1 << least(failures, 6)), interval '1 hour')
               order by looked_at limit ?),
            looked as (
              update pull_request_auto_merge a set looked_at = now()
                from due where due.pull_request_id = a.pull_request_id
              returning a.pull_request_id)
            select p.to_repository_id, p.number
              from looked join pull_request p on p.id = looked.pull_request_id
            """)
        .param(limit)
        .query((row, _) -> waiting(row))
        .list();
  }

  private static Waiting waiting(ResultSet row) throws SQLException {
    return new Waiting(row.getLong("to_repository_id"), row.getLong("number"));
  }

  private static AutoMerge read(ResultSet row) throws SQLException {
    return new AutoMerge(
        row.getLong("pull_request_id"),
        row.getLong("user_id"),
        row.getString("from_commit"),
        row.getString("to_ref"),
        JSON.readValue(row.getString("wanted"), MergeRequest.class),
        row.getObject("created_at", OffsetDateTime.class).toInstant());
  }
}
