package org.packhouse.app.review.pullrequest;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The rows that the server keeps beside pull requests: numbers, tips of targets, commits. */
@Component
public class PullRequestRecords {

  private final JdbcClient sql;

  PullRequestRecords(JdbcClient sql) {
    this.sql = sql;
  }

  /** The number that the next pull request of a repository gets. */
  public long nextNumber(long repositoryId) {
    return sql.sql("select last_number from pull_request_count where repository_id = ?")
            .param(repositoryId)
            .query(Long.class)
            .optional()
            .orElse(0L)
        + 1;
  }

  /** Takes a number; false if it is not the next one any more. */
  public boolean takeNumber(long repositoryId, long number) {
    return sql.sql(
                """
                insert into pull_request_count (repository_id, last_number) values (:repository, :number)
                on conflict (repository_id) do update set last_number = :number
                 where pull_request_count.last_number = :number - 1
                """)
            .param("repository", repositoryId)
            .param("number", number)
            .update()
        > 0;
  }

  /** Notes where a branch is that open pull requests target. */
  public void noteTip(long repositoryId, String refName, String commit) {
    sql.sql(
            """
            insert into pull_request_target_tip (repository_id, ref_name, commit_id) values (?, ?, ?)
            on conflict (repository_id, ref_name) do update set commit_id = excluded.commit_id
            """)
        .params(repositoryId, refName, commit)
        .update();
  }

  /** The same, of a branch that is targeted; false: it is not. */
  public boolean moveTip(long repositoryId, String refName, String commit) {
    return sql.sql(
                """
                update pull_request_target_tip set commit_id = ?
                 where repository_id = ? and ref_name = ?
                """)
            .params(commit, repositoryId, refName)
            .update()
        > 0;
  }

  /** Whether one of the branches is, or was, targeted, or is the source of what is open. */
  public boolean concern(long repositoryId, Collection<String> refNames) {
    String[] names = refNames.toArray(String[]::new);
    return sql.sql(
            """
            select exists (select 1 from pull_request_target_tip
                            where repository_id = ? and ref_name = any(?))
                or exists (select 1 from pull_request
                            where from_repository_id = ? and from_ref = any(?) and state = 'OPEN')
            """)
        .params(repositoryId, names, repositoryId, names)
        .query((row, _) -> row.getBoolean(1))
        .single();
  }

  /** Writes which commits a pull request would bring, in the place of what was written before. */
  public void setCommits(long pullRequestId, Collection<String> commits) {
    sql.sql(
            """
            with gone as (
              delete from pull_request_commit
               where pull_request_id = :id and commit_id <> all(:commits))
            insert into pull_request_commit (pull_request_id, commit_id)
            select :id, each from unnest(cast(:commits as text[])) as each
            on conflict do nothing
            """)
        .param("id", pullRequestId)
        .param("commits", commits.toArray(String[]::new))
        .update();
  }

  /**
   * A merge that somebody has begun.
   *
   * @param number of the pull request
   * @param commit what its target was to be moved to
   * @param userId null: deleted since
   */
  public record Attempt(long number, String commit, @Nullable Long userId) {}

  /** Writes down what a target is about to be moved to, before it is. */
  public void noteAttempt(long pullRequestId, String commit, @Nullable Long userId) {
    sql.sql(
            """
            insert into pull_request_merge_attempt (pull_request_id, commit_id, user_id)
            values (?, ?, cast(? as bigint))
            on conflict (pull_request_id) do update
               set commit_id = excluded.commit_id, user_id = excluded.user_id
            """)
        .param(pullRequestId)
        .param(commit)
        .param(userId)
        .update();
  }

  /** Forgets it: the move was made and written down, or was not made. */
  public void forgetAttempt(long pullRequestId) {
    sql.sql("delete from pull_request_merge_attempt where pull_request_id = ?")
        .param(pullRequestId)
        .update();
  }

  /** The merge of a pull request that somebody has begun and nobody has ended. */
  public Optional<Attempt> attempt(PullRequest of) {
    return sql.sql(
            """
            select commit_id, user_id from pull_request_merge_attempt where pull_request_id = ?
            """)
        .param(of.id())
        .query((row, _) ->
            new Attempt(
                of.number(), row.getString("commit_id"), row.getObject("user_id", Long.class)))
        .optional();
  }

  /** Merges into a branch that have moved it to one of these commits and were not written down. */
  public List<Attempt> attempted(long repositoryId, String refName, Collection<String> commits) {
    return sql.sql(
            """
            select p.number, a.commit_id, a.user_id
              from pull_request_merge_attempt a join pull_request p on p.id = a.pull_request_id
             where a.commit_id = any(?) and p.to_repository_id = ? and p.to_ref = ?
               and p.state = 'OPEN'
            """)
        .params(commits.toArray(String[]::new), repositoryId, refName)
        .query((row, _) ->
            new Attempt(
                row.getLong("number"),
                row.getString("commit_id"),
                row.getObject("user_id", Long.class)))
        .list();
  }
}
