package org.packhouse.app.hosting.recent;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Clock;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositorySearch;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.user.UserDeleted;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.hooks.BriefListener;
import org.packhouse.hooks.RefsMoved;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Remembers the repositories that users visit and push to, each written at most once a minute. */
@Service
public class RecentRepositories implements BriefListener {

  private static final Logger LOG = LoggerFactory.getLogger(RecentRepositories.class);
  private static final int KEPT = 100;
  private static final int REMEMBERED = 10_000;

  private final JdbcClient jdbc;
  private final RepositorySearch search;
  private final Clock clock;
  private final Cache<Long, Long> latest;

  private final Cache<Push, Boolean> pushes;

  RecentRepositories(JdbcClient jdbc, RepositorySearch search, Clock clock, Caches caches) {
    this.jdbc = jdbc;
    this.search = search;
    this.clock = clock;
    latest =
        caches.build(
            "recent-visits",
            "Latest visits of users",
            Caffeine.newBuilder().maximumSize(REMEMBERED).expireAfterWrite(Duration.ofMinutes(1)));
    pushes =
        caches.build(
            "recent-pushes",
            "Latest pushes of users",
            Caffeine.newBuilder().maximumSize(REMEMBERED).expireAfterWrite(Duration.ofMinutes(1)));
  }

  /** Records a visit. Failures are logged, so that the page is served. */
  public void note(long userId, long repositoryId) {
    Long before = latest.getIfPresent(userId);
    if (before != null && before == repositoryId) {
      return;
    }
    try {
      write(userId, repositoryId);
      latest.put(userId, repositoryId);
    } catch (DataIntegrityViolationException e) {
      LOG.debug("User {} or repository {} is gone", userId, repositoryId, e);
    } catch (DataAccessException e) {
      LOG.warn("Cannot record that user {} visited repository {}", userId, repositoryId, e);
    }
  }

  /** Lists a user's recent repositories on which the caller holds the permission, latest first. */
  @Transactional(readOnly = true)
  public Page<Repository> find(
      Caller caller, long userId, Permission permission, PageRequest page) {
    List<Long> seen =
        jdbc.sql(
                """
                select repository_id from recent_repository where user_id = ?
                 order by seen_at desc, repository_id
                """)
            .param(userId)
            .query((row, _) -> row.getLong(1))
            .list();
    List<Repository> found =
        search.findAmong(caller, seen, permission, new PageRequest(0, KEPT)).values().stream()
            .sorted(Comparator.comparingInt(it -> seen.indexOf(it.id())))
            .toList();
    return Page.ofAll(page, found);
  }

  private record Push(long userId, long repositoryId) {}

  @Override
  public String name() {
    return "recent-repositories";
  }

  @Override
  public void refsMoved(List<RefsMoved> events) {
    events.stream()
        .map(event -> event.actor().userId())
        .filter(Objects::nonNull)
        .distinct()
        .map(userId -> new Push(userId, events.getFirst().repository().value()))
        .filter(push -> pushes.asMap().putIfAbsent(push, true) == null)
        .forEach(push -> note(push.userId(), push.repositoryId()));
  }

  @EventListener
  void on(UserDeleted event) {
    jdbc.sql("delete from recent_repository where user_id = ?").param(event.user().id()).update();
  }

  private void write(long userId, long repositoryId) {
    OffsetDateTime now = clock.instant().atOffset(ZoneOffset.UTC);
    jdbc.sql(
            """
            with kept as (
              select seen_at from recent_repository where user_id = :user
               order by seen_at desc offset :kept limit 1),
            gone as (
              delete from recent_repository
               where user_id = :user and repository_id <> :repository
                 and seen_at <= (select seen_at from kept))
            insert into recent_repository (user_id, repository_id, seen_at)
            values (:user, :repository, :now)
            on conflict (user_id, repository_id) do update set seen_at = excluded.seen_at
            """)
        .param("user", userId)
        .param("repository", repositoryId)
        .param("now", now)
        .param("kept", KEPT - 1)
        .update();
  }
}
