package org.packhouse.app.hosting.recent;

import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositorySearch;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.UserDeleted;
import org.packhouse.app.platform.database.AsynchronousCommit;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.hooks.BriefListener;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;
import org.packhouse.hooks.RefsMoved;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** Remembers for a week which branches users pushed, to offer them a pull request. */
@Service
public class RecentBranches implements BriefListener {

  private static final RowMapper<Sum> SUM = new SimplePropertyRowMapper<>(Sum.class);

  private static final RowMapper<Row> ROW = new SimplePropertyRowMapper<>(Row.class);

  private static final String HEADS = "refs/heads/";
  private static final Duration KEPT = Duration.ofDays(7);
  private static final Set<RefCause> BY_PEOPLE =
      Set.of(RefCause.PUSH, RefCause.EDIT, RefCause.CREATE_BRANCH);

  /** More branches in one push are a copied repository, for which nobody opens pull requests. */
  private static final int MAX_BRANCHES = 5;

  private static final int MAX_READ = 50;

  /** Pushes between two deletions of old rows, as a deletion scans the table. */
  static final int FORGET_EVERY = 500;

  private final AtomicLong noted = new AtomicLong();
  private final JdbcClient jdbc;
  private final RepositorySearch search;
  private final Clock clock;

  RecentBranches(JdbcClient jdbc, RepositorySearch search, Clock clock) {
    this.jdbc = jdbc;
    this.search = search;
    this.clock = clock;
  }

  public record Pushed(Repository repository, String refName, Instant when) {
    public String displayId() {
      return refName.substring(HEADS.length());
    }
  }

  private record Row(long repositoryId, String refName, Instant pushedAt) {}

  /** A repository that a user pushed to, with the number of branches pushed. */
  public record PushedTo(Repository repository, int branches, Instant when) {}

  private record Sum(long repositoryId, int branches, Instant pushedAt) {}

  /** Lists branches that a user pushed in the last week, latest first, but no default branches. */
  public List<Pushed> find(Caller caller, long userId, @Nullable Long repositoryId) {
    List<Row> rows =
        jdbc.sql(
                """
                select repository_id, ref_name, pushed_at from recent_branch
                 where user_id = :user and pushed_at > :since
                   and (cast(:repository as bigint) is null or repository_id = :repository)
                 order by pushed_at desc, ref_name limit :limit
                """)
            .param("user", userId)
            .param("since", clock.instant().minus(KEPT).atOffset(ZoneOffset.UTC))
            .param("repository", repositoryId)
            .param("limit", MAX_READ)
            .query(ROW)
            .list();
    if (rows.isEmpty()) {
      return List.of();
    }
    Set<Long> ids = rows.stream().map(Row::repositoryId).collect(Collectors.toSet());
    Map<Long, Repository> readable = readable(caller, ids);
    List<Pushed> pushed = new ArrayList<>();
    for (Row row : rows) {
      Repository repository = readable.get(row.repositoryId());
      if (repository != null) {
        pushed.add(new Pushed(repository, row.refName(), row.pushedAt()));
      }
    }
    pushed.removeIf(RecentBranches::isDefault);
    return List.copyOf(pushed);
  }

  /** Lists repositories that a user pushed to in the last week, latest first, fifty at most. */
  public List<PushedTo> repositories(Caller caller, long userId) {
    List<Sum> sums =
        jdbc.sql(
                """
                select repository_id, count(*) as branches, max(pushed_at) as pushed_at
                  from recent_branch
                 where user_id = :user and pushed_at > :since
                 group by repository_id order by 3 desc, 1 limit :limit
                """)
            .param("user", userId)
            .param("since", clock.instant().minus(KEPT).atOffset(ZoneOffset.UTC))
            .param("limit", MAX_READ)
            .query(SUM)
            .list();
    if (sums.isEmpty()) {
      return List.of();
    }
    Map<Long, Repository> readable =
        readable(caller, sums.stream().map(Sum::repositoryId).collect(Collectors.toSet()));
    List<PushedTo> pushed = new ArrayList<>();
    for (Sum sum : sums) {
      Repository repository = readable.get(sum.repositoryId());
      if (repository != null) {
        pushed.add(new PushedTo(repository, sum.branches(), sum.pushedAt()));
      }
    }
    return List.copyOf(pushed);
  }

  private Map<Long, Repository> readable(Caller caller, Set<Long> ids) {
    return search
        .findAmong(caller, ids, Permission.REPO_READ, new PageRequest(0, MAX_READ))
        .values()
        .stream()
        .collect(Collectors.toMap(Repository::id, Function.identity()));
  }

  private static boolean isDefault(Pushed pushed) {
    String named = pushed.repository().defaultBranch();
    return named == null
        ? pushed.displayId().equals("main") || pushed.displayId().equals("master")
        : pushed.displayId().equals(named);
  }

  @Override
  public String name() {
    return "recent-branches";
  }

  private record Branch(long userId, String refName) {}

  @Override
  public void refsMoved(List<RefsMoved> events) {
    long repositoryId = events.getFirst().repository().value();
    Set<String> deleted = new LinkedHashSet<>();
    Map<Branch, Instant> pushed = new LinkedHashMap<>();
    for (RefsMoved event : events) {
      List<RefChange> branches =
          event.changes().stream().filter(it -> it.refName().startsWith(HEADS)).toList();
      for (RefChange each : branches) {
        if (each.kind() == RefChange.Kind.DELETE) {
          deleted.add(each.refName());
          pushed.keySet().removeIf(it -> it.refName().equals(each.refName()));
        }
      }
      noteInto(pushed, event, branches);
    }
    deleted.forEach(it -> forget(repositoryId, it));
    pushed.forEach((it, when) -> note(it.userId(), repositoryId, it.refName(), when));
  }

  private static void noteInto(
      Map<Branch, Instant> pushed, RefsMoved event, List<RefChange> branches) {
    Long userId = event.actor().userId();
    List<RefChange> written =
        branches.stream().filter(it -> it.kind() != RefChange.Kind.DELETE).toList();
    if (userId != null && BY_PEOPLE.contains(event.cause()) && written.size() <= MAX_BRANCHES) {
      written.forEach(it -> pushed.put(new Branch(userId, it.refName()), event.time()));
    }
  }

  @EventListener
  void on(UserDeleted event) {
    jdbc.sql("delete from recent_branch where user_id = ?").param(event.user().id()).update();
  }

  private void forget(long repositoryId, String refName) {
    jdbc.sql("delete from recent_branch where repository_id = ? and ref_name = ?")
        .params(repositoryId, refName)
        .update();
  }

  private void note(long userId, long repositoryId, String refName, Instant when) {
    try {
      jdbc.sql(
              """
              insert into recent_branch (user_id, repository_id, ref_name, pushed_at)
              select :user, :repository, :ref, cast(:at as timestamptz) where %s
              on conflict (user_id, repository_id, ref_name)
                do update set pushed_at = excluded.pushed_at
              """
                  .formatted(AsynchronousCommit.condition()))
          .param("user", userId)
          .param("repository", repositoryId)
          .param("ref", refName)
          .param("at", Timestamp.from(when))
          .update();
    } catch (DataIntegrityViolationException e) {
      // The user or the repository is gone.
    }
    if (noted.getAndIncrement() % FORGET_EVERY == 0) {
      forgetOld(when);
    }
  }

  private void forgetOld(Instant now) {
    jdbc.sql("delete from recent_branch where pushed_at < ? and " + AsynchronousCommit.condition())
        .param(Timestamp.from(now.minus(KEPT).minus(KEPT)))
        .update();
  }
}
