package org.packhouse.app.upkeep.housekeeping;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.fork.BorrowingBegan;
import org.packhouse.app.hosting.repository.Repositories;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryCreated;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.hosting.repository.size.RepositorySizes;
import org.packhouse.cluster.Leases.Lease;
import org.packhouse.hooks.BriefListener;
import org.packhouse.hooks.RefsMoved;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The need of each repository for housekeeping. */
@Component
class HousekeepingRows implements BriefListener {

  private static final Duration AT_LEAST_EVERY = Duration.ofDays(1);

  /** For questions about who moved what, within a month; each ref's last move stays always. */
  private static final Duration REF_MOVES_KEPT = Duration.ofDays(30);

  private static final int BATCH = 100;

  private static final RowMapper<Waiting> WAITING = new SimplePropertyRowMapper<>(Waiting.class);

  private final JdbcClient jdbc;
  private final Repositories repositories;
  private final RepositorySizes sizes;
  private final HousekeepingSettings settings;
  private final Clock clock;
  private final LeaseCheck leases;

  HousekeepingRows(
      JdbcClient jdbc,
      Repositories repositories,
      RepositorySizes sizes,
      HousekeepingSettings settings,
      Clock clock,
      LeaseCheck leases) {
    this.jdbc = jdbc;
    this.repositories = repositories;
    this.sizes = sizes;
    this.settings = settings;
    this.clock = clock;
    this.leases = leases;
  }

  /** A repository that may need housekeeping; if it is not due, it becomes so once it is large. */
  private record Waiting(long repositoryId, boolean due) {}

  @Override
  public String name() {
    return "housekeeping";
  }

  @Override
  public void refsMoved(List<RefsMoved> events) {
    jdbc.sql("update housekeeping set pushes_since = pushes_since + ? where repository_id = ?")
        .params(events.size(), events.getFirst().repository().value())
        .update();
  }

  @EventListener
  void on(RepositoryCreated event) {
    jdbc.sql("insert into housekeeping (repository_id) values (?)")
        .param(event.repositoryId())
        .update();
  }

  /** Makes the repository due soon, so that objects of its pool leave its own directory. */
  @EventListener
  void on(BorrowingBegan event) {
    jdbc.sql(
            """
            update housekeeping
               set pushes_since = greatest(pushes_since, 1), last_full_at = null,
                   last_repack_at = null
             where repository_id = ?
            """)
        .param(event.repositoryId())
        .update();
  }

  /** Returns the time before which ref moves may be deleted. */
  Instant refMovesBefore() {
    return clock.instant().minus(REF_MOVES_KEPT);
  }

  boolean isDue(long repositoryId, Instant unreadBefore) {
    return !due(waiting(unreadBefore, repositoryId)).isEmpty();
  }

  /** Returns the due repositories, those with the most pushes first. */
  List<Long> due(Instant unreadBefore) {
    List<Waiting> waiting = waiting(unreadBefore, null);
    List<Long> due = new ArrayList<>();
    for (int i = 0; i < waiting.size() && due.size() < BATCH; i += BATCH) {
      due.addAll(due(waiting.subList(i, Math.min(i + BATCH, waiting.size()))));
    }
    return due;
  }

  private List<Long> due(List<Waiting> waiting) {
    List<Long> ids = waiting.stream().map(Waiting::repositoryId).toList();
    Map<Long, Long> bytes = sizes.of(ids);
    Set<Long> available =
        repositories.findAllById(ids).stream()
            .filter(HousekeepingRows::isAvailable)
            .map(Repository::id)
            .collect(Collectors.toSet());
    return waiting.stream()
        .filter(it -> available.contains(it.repositoryId()))
        .filter(
            it -> it.due() || bytes.getOrDefault(it.repositoryId(), 0L) >= RepositorySizes.SMALL)
        .map(Waiting::repositoryId)
        .toList();
  }

  private List<Waiting> waiting(Instant unreadBefore, @Nullable Long only) {
    return jdbc.sql(
            """
            select repository_id, due from (
              select h.repository_id, h.pushes_since, h.last_repack_at
                   , h.pushes_since >= :pushes
                     or h.pushes_since > 0 and coalesce(h.last_repack_at, h.created_at) < :dayAgo
                     or exists (select 1 from superseded_pack s
                                 where s.repository_id = h.repository_id
                                   and s.superseded_at < :unread) as due
                from housekeeping h
               where (h.not_before is null or h.not_before <= :now)
                 and (cast(:only as bigint) is null or h.repository_id = :only)) as waiting
             where due or pushes_since > 0 and last_repack_at is null
             order by pushes_since desc, repository_id
            """)
        .param("now", Backlog.at(clock.instant()))
        .param("only", only)
        .param("pushes", settings.pushes())
        .param("dayAgo", Backlog.at(clock.instant().minus(AT_LEAST_EVERY)))
        .param("unread", Backlog.at(unreadBefore))
        .query(WAITING)
        .list();
  }

  private static boolean isAvailable(Repository repository) {
    return repository.state() == RepositoryState.AVAILABLE;
  }

  Optional<Backlog> find(long repositoryId) {
    return repositories
        .findById(repositoryId)
        .filter(HousekeepingRows::isAvailable)
        .flatMap(repository ->
            jdbc.sql(
                    """
                    select pushes_since as since, last_full_at, failures from housekeeping
                     where repository_id = ?
                    """)
                .param(repository.id())
                .query(Backlog.class)
                .optional());
  }

  /** Returns whether a full repack is due. */
  boolean isFullDue(Backlog backlog) {
    return backlog.wasFullBefore(clock.instant().minus(settings.fullAfter()), true);
  }

  void succeeded(Lease lease, long repositoryId, Backlog before, boolean full) {
    leases.store(lease, () -> succeeded(repositoryId, before, full));
  }

  private void succeeded(long repositoryId, Backlog before, boolean full) {
    OffsetDateTime now = Backlog.at(clock.instant());
    jdbc.sql(
            """
            update housekeeping
               set pushes_since = greatest(0, pushes_since - ?), failures = 0, not_before = null,
                   last_repack_at = ?, last_full_at = case when ? then ? else last_full_at end
             where repository_id = ?
            """)
        .params(before.since(), now, full, now, repositoryId)
        .update();
  }

  void failed(Lease lease, long repositoryId, Backlog before) {
    leases.store(lease, () -> failed(repositoryId, before));
  }

  private void failed(long repositoryId, Backlog before) {
    jdbc.sql(
            "update housekeeping set failures = failures + 1, not_before = ? where repository_id = ?")
        .params(before.nextTry(clock.instant()), repositoryId)
        .update();
  }
}
