package org.packhouse.app.review.pullrequest;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.review.pullrequest.PullRequest.Branch;
import org.packhouse.app.review.pullrequest.PullRequest.Description;
import org.packhouse.app.review.pullrequest.PullRequestFilter.Part;
import org.packhouse.app.review.pullrequest.PullRequestFilter.Scope;
import org.packhouse.app.storage.refs.move.RefMoveLog.RepositoryRef;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Reads pull requests, each list in one statement. What people edit is written by entities. */
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

  /** The number of the pull request of that id among all. */
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

  /** Those of the numbers that are in use. */
  Set<Long> existing(long repositoryId, Collection<Long> numbers) {
    return Set.copyOf(
        sql.sql("select number from pull_request where to_repository_id = ? and number = any(?)")
            .params(repositoryId, numbers.toArray(Long[]::new))
            .query((row, _) -> row.getLong(1))
            .list());
  }

  /** The open one of those branches; their tips do not matter. */
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

  /** Open ones whose source is one of those branches. */
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
   * Those of some branches that are the source of an open pull request, or of a closed one whose
   * source was where they are now.
   *
   * @param tips their commits
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
            .query((row, _) -> new RepositoryRef(row.getLong(1), row.getString(2)))
            .list());
  }

  /** Open ones that target a branch and whose source is at one of those commits. */
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

  /** Open ones that target a branch, the latest first. */
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

  /** Open ones that target a branch and were changed within three days, the latest first. */
  public List<PullRequest> recentTo(long repositoryId, String refName, int most) {
    return sql.sql(
            SELECT
                + """
                 where p.state = 'OPEN' and p.to_repository_id = ? and p.to_ref = ?
                   and p.updated_at > now() - interval '3 days'
                 order by p.updated_at desc, p.id desc limit ?
                """)
        .params(repositoryId, refName, most)
        .query(PullRequestRows::pullRequest)
        .list();
  }

  /** Those that would bring a commit to a repository, or have brought it; the latest first. */
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

  /** The targets of what a repository is the source of. */
  List<Long> targetsOf(long sourceRepositoryId) {
    return sql.sql(
            "select distinct to_repository_id from pull_request where from_repository_id = ?")
        .param(sourceRepositoryId)
        .query((row, _) -> row.getLong(1))
        .list();
  }

  /** The targets of what a user has a part in. */
  List<Long> targetsOfUser(long userId) {
    return sql.sql(
            """
            select p.to_repository_id from pull_request p where p.author_id = :user
             union
            select p.to_repository_id from pull_request p
              join pull_request_participant a on a.pull_request_id = p.id
             where a.user_id = :user
            """)
        .param("user", userId)
        .query((row, _) -> row.getLong(1))
        .list();
  }

  /** A part of a list, and one more than the page takes. */
  List<PullRequest> list(PullRequestFilter filter, PageRequest page) {
    List<String> where = new ArrayList<>();
    JdbcClient.StatementSpec query =
        conditions(
            filter,
            where,
            text ->
                SELECT
                    + text
                    + " order by "
                    + filter.order().sql()
                    + " offset :start limit :limit");
    return query
        .param("start", page.start())
        .param("limit", page.oneMore())
        .query(PullRequestRows::pullRequest)
        .list();
  }

  /** How many target a repository, by state. */
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

  /** How many are on a list. */
  int count(PullRequestFilter filter) {
    return conditions(
            filter, new ArrayList<>(), text -> "select count(*) from pull_request p" + text)
        .query(Integer.class)
        .single();
  }

  private interface Statement {
    String of(String where);
  }

  private JdbcClient.StatementSpec conditions(
      PullRequestFilter filter, List<String> where, Statement statement) {
    List<Object[]> params = new ArrayList<>();
    switch (filter.scope()) {
      case Scope.Incoming(long id) -> {
        where.add("p.to_repository_id = :repository");
        params.add(new Object[] {"repository", id});
        at(filter, where, params, "p.to_ref");
      }
      case Scope.Outgoing(long id, List<Long> readable) -> {
        where.add("p.from_repository_id = :repository");
        params.add(new Object[] {"repository", id});
        among(readable, where, params);
        at(filter, where, params, "p.from_ref");
      }
      case Scope.Among(List<Long> readable) -> among(readable, where, params);
    }
    if (filter.state() != null) {
      where.add("p.state = :state");
      params.add(new Object[] {"state", filter.state().name()});
    }
    if (filter.draft() != null) {
      where.add("p.draft = :draft");
      params.add(new Object[] {"draft", filter.draft()});
    }
    if (filter.text() != null) {
      where.add(
          "(position(:text in lower(p.title)) > 0 or position(:text in lower(p.description)) > 0)");
      params.add(new Object[] {"text", filter.text().toLowerCase(Locale.ROOT)});
    }
    if (filter.closedSince() != null) {
      where.add("(p.closed_at is null or p.closed_at >= :closedSince)");
      params.add(new Object[] {"closedSince", filter.closedSince().atOffset(ZoneOffset.UTC)});
    }
    for (int i = 0; i < filter.people().size(); i++) {
      part(filter.people().get(i), i, where, params);
    }
    JdbcClient.StatementSpec spec = sql.sql(statement.of(" where " + String.join(" and ", where)));
    for (Object[] param : params) {
      spec = spec.param((String) param[0], param[1]);
    }
    return spec;
  }

  private static void among(List<Long> readable, List<String> where, List<Object[]> params) {
    where.add("p.to_repository_id = any(:readable)");
    params.add(new Object[] {"readable", readable.toArray(Long[]::new)});
  }

  private static void at(
      PullRequestFilter filter, List<String> where, List<Object[]> params, String column) {
    if (filter.at() != null) {
      where.add(column + " = :at");
      params.add(new Object[] {"at", filter.at()});
    }
  }

  private static void part(Part part, int index, List<String> where, List<Object[]> params) {
    String user = "user" + index;
    params.add(new Object[] {user, part.userId()});
    String author = "p.author_id = :" + user;
    if (part.role() == ParticipantRole.AUTHOR) {
      where.add(author);
      return;
    }
    StringBuilder exists =
        new StringBuilder(
            "exists (select 1 from pull_request_participant a where a.pull_request_id = p.id and a.user_id = :"
                + user);
    if (part.role() != null) {
      exists.append(" and a.role = :role").append(index);
      params.add(new Object[] {"role" + index, part.role().name()});
    }
    if (!part.statuses().isEmpty()) {
      exists.append(" and a.status = any(:status").append(index).append(')');
      params.add(
          new Object[] {
            "status" + index, part.statuses().stream().map(Enum::name).toArray(String[]::new)
          });
    }
    exists.append(')');
    where.add(
        part.role() == null && part.statuses().isEmpty()
            ? "(" + author + " or " + exists + ")"
            : exists.toString());
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
