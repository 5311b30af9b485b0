package org.packhouse.app.review.pullrequest;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Rows beside pull requests: last numbers, tips of target branches, commits, merge attempts. */
@Component
public class PullRequestRecords {

  private final JdbcClient sql;

  PullRequestRecords(JdbcClient sql) {
    this.sql = sql;
  }

  public long nextNumber(long repositoryId) {
    return sql.sql("select last_number from pull_request_count where repository_id = ?")
            .param(repositoryId)
            .query(Long.class)
            .optional()
            .orElse(0L)
        + 1;
  }

  /** Takes a number; returns false if another transaction has taken it. */
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

  public void noteTip(long repositoryId, String refName, String commit) {
    sql.sql(
            """
            insert into pull_request_target_tip (repository_id, ref_name, commit_id) values (?, ?, ?)
            on conflict (repository_id, ref_name) do update set commit_id = excluded.commit_id
            """)
        .params(repositoryId, refName, commit)
        .update();
  }

  /** Updates the tip of a branch; returns false if no pull request targets it. */
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

  /** Returns whether one of the branches is or was a target, or is the source of an open one. */
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
        .query(Boolean.class)
        .single();
  }

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
   * A merge that was begun.
   *
   * @param number of the pull request
   * @param commit the commit that the target is to be moved to
   * @param userId null: deleted since
   */
  public record Attempt(long number, String commit, @Nullable Long userId) {}

  /** Records a merge before the target is moved, so that it can be completed after a crash. */
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

  /** Deletes the record of a merge that was completed, or whose target was not moved. */
  public void forgetAttempt(long pullRequestId) {
    sql.sql("delete from pull_request_merge_attempt where pull_request_id = ?")
        .param(pullRequestId)
        .update();
  }

  /** Finds the uncompleted merge of a pull request. */
  public Optional<Attempt> attempt(PullRequest of) {
    return sql.sql(
            """
            select p.number, a.commit_id as commit, a.user_id
              from pull_request_merge_attempt a join pull_request p on p.id = a.pull_request_id
             where p.id = ?
            """)
        .param(of.id())
        .query(Attempt.class)
        .optional();
  }

  /** Finds uncompleted merges that have moved a branch to one of these commits. */
  public List<Attempt> attempted(long repositoryId, String refName, Collection<String> commits) {
    return List.copyOf(
        sql.sql(
                """
                select p.number, a.commit_id as commit, a.user_id
                  from pull_request_merge_attempt a join pull_request p on p.id = a.pull_request_id
                 where a.commit_id = any(?) and p.to_repository_id = ? and p.to_ref = ?
                   and p.state = 'OPEN'
                """)
            .params(commits.toArray(String[]::new), repositoryId, refName)
            .query(Attempt.class)
            .list());
  }
}
