package org.packhouse.app.review.pullrequest;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequest.Description;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Writes rows of {@code pull_request}, in the transaction of the caller. Each change of a row
 * raises its version by one, and throws {@link OptimisticLockingFailureException} where the row is
 * gone or has another version than the caller has read.
 */
@Component
public class PullRequestTransitions {

  private final JdbcClient sql;

  PullRequestTransitions(JdbcClient sql) {
    this.sql = sql;
  }

  public PullRequest open(
      long number, Branch from, Branch to, Description about, long authorId, Instant when) {
    return sql.sql(
            """
            insert into pull_request
                   (to_repository_id, number, to_ref, to_commit, from_repository_id, from_ref,
                    from_commit, title, description, draft, author_id, created_at, updated_at)
            values (:target, :number, :toRef, :toCommit, :source, :fromRef,
                    :fromCommit, :title, :description, :draft, :author, :now, :now)
            returning *, to_commit as to_tip
            """)
        .param("target", to.repositoryId())
        .param("number", number)
        .param("toRef", to.refName())
        .param("toCommit", to.commit())
        .param("source", from.repositoryId())
        .param("fromRef", from.refName())
        .param("fromCommit", from.commit())
        .param("title", about.title())
        .param("description", about.text())
        .param("draft", about.draft())
        .param("author", authorId)
        .param("now", utc(when))
        .query(PullRequestRows::pullRequest)
        .single();
  }

  /** Sets the title, description and draft state, and the target if {@code to} is not null. */
  void edit(PullRequest before, Description about, @Nullable Branch to, Instant when) {
    Map<String, @Nullable Object> values = new HashMap<>();
    values.put("title", about.title());
    values.put("description", about.text());
    values.put("draft", about.draft());
    values.put("toRef", to == null ? null : to.refName());
    values.put("toCommit", to == null ? null : to.commit());
    update(
        before,
        """
        title = :title, description = :description, draft = :draft,
        to_ref = coalesce(cast(:toRef as text), to_ref),
        to_commit = coalesce(cast(:toCommit as text), to_commit)
        """,
        values,
        when);
  }

  public void rescope(PullRequest before, String fromCommit, String toCommit, Instant when) {
    update(
        before,
        "from_commit = :from, to_commit = :to",
        Map.of("from", fromCommit, "to", toCommit),
        when);
  }

  /**
   * Closes a pull request as merged.
   *
   * @param toCommit the tip of the target before the merge
   * @param mergeCommit null: the target was fast-forwarded
   */
  public void merge(
      PullRequest before, String toCommit, @Nullable String mergeCommit, Instant when) {
    Map<String, @Nullable Object> values = new HashMap<>();
    values.put("from", before.from().commit());
    values.put("to", toCommit);
    values.put("commit", mergeCommit);
    update(
        before,
        """
        from_commit = :from, to_commit = :to, merge_commit = :commit,
        state = 'MERGED', closed_at = :now
        """,
        values,
        when);
  }

  public void decline(PullRequest before, Instant when) {
    update(
        before,
        "from_commit = :from, to_commit = :to, state = 'DECLINED', closed_at = :now",
        Map.of("from", before.from().commit(), "to", before.to().commit()),
        when);
  }

  void reopen(PullRequest before, String fromCommit, String toCommit, Instant when) {
    update(
        before,
        "from_commit = :from, to_commit = :to, state = 'OPEN', closed_at = null",
        Map.of("from", fromCommit, "to", toCommit),
        when);
  }

  void delete(PullRequest before) {
    requireOne(
        before,
        sql.sql("delete from pull_request where id = ? and version = ?")
            .params(before.id(), before.version())
            .update());
  }

  private void update(
      PullRequest before,
      String columns,
      Map<String, ? extends @Nullable Object> values,
      Instant when) {
    requireOne(
        before,
        sql.sql(
                """
                update pull_request set %s, updated_at = :now, version = version + 1
                 where id = :id and version = :version
                """
                    .formatted(columns))
            .params(values)
            .param("now", utc(when))
            .param("id", before.id())
            .param("version", before.version())
            .update());
  }

  private static void requireOne(PullRequest before, int rows) {
    if (rows == 0) {
      throw new OptimisticLockingFailureException(
          "Pull request %d was changed".formatted(before.id()));
    }
  }

  private static OffsetDateTime utc(Instant when) {
    return when.atOffset(ZoneOffset.UTC);
  }
}
