package org.packhouse.app.review.pullrequest;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequest.Description;
import org.packhouse.app.storage.refs.move.RefMoveLog.RepositoryRef;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads rows of {@code pull_request}, each list in one statement. */
@Component
public class PullRequestRows {

  private static final String SELECT =
      """
      select p.*, coalesce(t.commit_id, p.to_commit) as to_tip
        from pull_request p
        left join pull_request_target_tip t
          on p.state = 'OPEN' and t.repository_id = p.to_repository_id and t.ref_name = p.to_ref
      """;

  private final JdbcClient sql;

  PullRequestRows(JdbcClient sql) {
    this.sql = sql;
  }

  Optional<Long> numberOf(long id) {
    return sql.sql("select number from pull_request where id = ?")
        .param(id)
        .query(Long.class)
        .optional();
  }

  public Optional<PullRequest> find(long repositoryId, long number) {
    return sql.sql(SELECT + " where p.to_repository_id = ? and p.number = ?")
        .params(repositoryId, number)
        .query(PullRequestRows::pullRequest)
        .optional();
  }

  Set<Long> existing(long repositoryId, Collection<Long> numbers) {
    return Set.copyOf(
        sql.sql("select number from pull_request where to_repository_id = ? and number = any(?)")
            .params(repositoryId, numbers.toArray(Long[]::new))
            .query(Long.class)
            .list());
  }

  /** Finds the open pull request of two branches, whose tips do not matter. */
  public Optional<PullRequest> findOpen(Branch from, Branch to) {
    return sql.sql(
            SELECT
                + """
                 where p.state = 'OPEN' and p.to_repository_id = :to and p.to_ref = :toRef
                   and p.from_repository_id = :from and p.from_ref = :fromRef
                """)
        .param("to", to.repositoryId())
        .param("toRef", to.refName())
        .param("from", from.repositoryId())
        .param("fromRef", from.refName())
        .query(PullRequestRows::pullRequest)
        .optional();
  }

  public List<PullRequest> openFrom(long repositoryId, Collection<String> refNames) {
    return sql.sql(
            SELECT
                + """
                 where p.state = 'OPEN' and p.from_repository_id = ? and p.from_ref = any(?)
                 order by p.id
                """)
        .params(repositoryId, refNames.toArray(String[]::new))
        .query(PullRequestRows::pullRequest)
        .list();
  }

  /**
   * Returns the branches with an open pull request, or one that was closed at their present tips.
   */
  public Set<RepositoryRef> taken(Map<RepositoryRef, String> tips) {
    if (tips.isEmpty()) {
      return Set.of();
    }
    List<Map.Entry<RepositoryRef, String>> all = List.copyOf(tips.entrySet());
    return Set.copyOf(
        sql.sql(
                """
                select asked.repository_id, asked.ref_name
                  from unnest(cast(? as bigint[]), cast(? as text[]), cast(? as text[]))
                         as asked (repository_id, ref_name, tip)
                 where exists (
                       select 1 from pull_request p
                        where p.from_repository_id = asked.repository_id
                          and p.from_ref = asked.ref_name
                          and (p.state = 'OPEN' or p.from_commit = asked.tip))
                """)
            .params(
                all.stream().map(it -> it.getKey().repositoryId()).toArray(Long[]::new),
                all.stream().map(it -> it.getKey().refName()).toArray(String[]::new),
                all.stream().map(Map.Entry::getValue).toArray(String[]::new))
            .query(RepositoryRef.class)
            .list());
  }

  /** Returns open pull requests to a branch whose source tip is one of these commits. */
  public List<PullRequest> openAt(long repositoryId, String refName, Collection<String> commits) {
    return sql.sql(
            SELECT
                + """
                 where p.state = 'OPEN' and p.to_repository_id = ? and p.to_ref = ?
                   and p.from_commit = any(?)
                 order by p.id
                """)
        .params(repositoryId, refName, commits.toArray(String[]::new))
        .query(PullRequestRows::pullRequest)
        .list();
  }

  public List<PullRequest> openTo(long repositoryId, String refName, int most) {
    return sql.sql(
            SELECT
                + """
                 where p.state = 'OPEN' and p.to_repository_id = ? and p.to_ref = ?
                 order by p.id desc limit ?
                """)
        .params(repositoryId, refName, most)
        .query(PullRequestRows::pullRequest)
        .list();
  }

  List<PullRequest> withCommit(long repositoryId, String commit, PageRequest page) {
    return sql.sql(
            SELECT
                + """
                 where p.to_repository_id = :repository
                   and p.id in (select c.pull_request_id from pull_request_commit c
                                 where c.commit_id = :commit)
                 order by p.id desc offset :start limit :limit
                """)
        .param("repository", repositoryId)
        .param("commit", commit)
        .param("start", page.start())
        .param("limit", page.oneMore())
        .query(PullRequestRows::pullRequest)
        .list();
  }

  List<Long> targetsOf(long sourceRepositoryId) {
    return List.copyOf(
        sql.sql("select distinct to_repository_id from pull_request where from_repository_id = ?")
            .param(sourceRepositoryId)
            .query(Long.class)
            .list());
  }

  List<Long> targetsOfUser(long userId) {
    return List.copyOf(
        sql.sql(
                """
                select p.to_repository_id from pull_request p where p.author_id = :user
                 union
                select p.to_repository_id from pull_request p
                  join pull_request_participant a on a.pull_request_id = p.id
                 where a.user_id = :user
                """)
            .param("user", userId)
            .query(Long.class)
            .list());
  }

  List<PullRequest> list(PullRequestFilter filter, PageRequest page) {
    FilterConditions conditions = FilterConditions.of(filter);
    return sql.sql(
            SELECT
                + conditions.where()
                + " order by "
                + filter.order().sql()
                + " offset :start limit :limit")
        .params(conditions.params())
        .param("start", page.start())
        .param("limit", page.oneMore())
        .query(PullRequestRows::pullRequest)
        .list();
  }

  Map<PullRequestState, Integer> countByState(long repositoryId) {
    Map<PullRequestState, Integer> counts = new EnumMap<>(PullRequestState.class);
    sql.sql(
            "select state, count(*) as number from pull_request where to_repository_id = ? group by state")
        .param(repositoryId)
        .query(row -> {
          counts.put(PullRequestState.valueOf(row.getString("state")), row.getInt("number"));
        });
    return counts;
  }

  int count(PullRequestFilter filter) {
    FilterConditions conditions = FilterConditions.of(filter);
    return sql.sql("select count(*) from pull_request p" + conditions.where())
        .params(conditions.params())
        .query(Integer.class)
        .single();
  }

  static PullRequest pullRequest(ResultSet row, int index) throws SQLException {
    long source = row.getLong("from_repository_id");
    Long from = row.wasNull() ? null : Long.valueOf(source);
    Timestamp closed = row.getTimestamp("closed_at");
    return new PullRequestBuilder()
        .id(row.getLong("id"))
        .number(row.getLong("number"))
        .version(row.getInt("version"))
        .from(new Branch(from, row.getString("from_ref"), row.getString("from_commit")))
        .to(
            new Branch(
                row.getLong("to_repository_id"), row.getString("to_ref"), row.getString("to_tip")))
        .about(
            new Description(
                row.getString("title"), row.getString("description"), row.getBoolean("draft")))
        .state(PullRequestState.valueOf(row.getString("state")))
        .authorId(row.getLong("author_id"))
        .mergeCommit(row.getString("merge_commit"))
        .created(row.getTimestamp("created_at").toInstant())
        .updated(row.getTimestamp("updated_at").toInstant())
        .closed(closed == null ? null : closed.toInstant())
        .build();
  }
}
