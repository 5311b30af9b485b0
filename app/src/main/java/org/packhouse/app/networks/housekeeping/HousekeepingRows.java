package org.packhouse.app.networks.housekeeping;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.RepositoryCreated;
import org.packhouse.app.networks.fork.BorrowingBegan;
import org.packhouse.hooks.PostReceiveListener;
import org.packhouse.hooks.RefsMoved;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/** SQL on each repository's need for housekeeping. */
@Component
class HousekeepingRows implements PostReceiveListener {

  private static final Duration AT_LEAST_EVERY = Duration.ofDays(1);
  private static final Duration MAX_PAUSE = Duration.ofDays(1);
  private static final int BATCH = 100;

  /** From here on git takes longer to count the objects of a clone than to begin sending them. */
  private static final long WORTH_A_BITMAP = DataSize.ofMegabytes(1).toBytes();

  private final JdbcClient jdbc;
  private final HousekeepingSettings settings;
  private final Clock clock;

  HousekeepingRows(JdbcClient jdbc, HousekeepingSettings settings, Clock clock) {
    this.jdbc = jdbc;
    this.settings = settings;
    this.clock = clock;
  }

  /** A repository's state. */
  record State(int pushesSince, @Nullable OffsetDateTime lastFullAt, int failures) {}

  @Override
  public String name() {
    return "housekeeping";
  }

  @Override
  public void refsMoved(RefsMoved event) {
    jdbc.sql(
            """
            insert into housekeeping (repository_id, pushes_since)
            select id, 1 from repository where id = ?
            on conflict (repository_id) do update
               set pushes_since = housekeeping.pushes_since + 1
            """)
        .param(event.repository().value())
        .update();
  }

  @EventListener
  void on(RepositoryCreated event) {
    jdbc.sql("insert into housekeeping (repository_id) values (?)")
        .param(event.repositoryId())
        .update();
  }

  /** Has what a repository shares with its pool removed from its own folder soon. */
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

  /** When a move of a ref must have been for nobody to look it up any more. */
  Instant refMovesBefore() {
    return clock.instant().minus(settings.refMoveRetention());
  }

  /** The repositories that are due, those with the most pushes first. */
  List<Long> due(Instant unreadBefore) {
    return jdbc.sql(
            """
            select h.repository_id from housekeeping h join repository r on r.id = h.repository_id
             where r.trashed_at is null and r.state = 'AVAILABLE'
               and (h.not_before is null or h.not_before <= :now)
               and (h.pushes_since >= :pushes
                    or h.pushes_since > 0 and h.last_repack_at is null and r.size_bytes >= :large
                    or h.pushes_since > 0 and coalesce(h.last_repack_at, r.created_at) < :dayAgo
                    or exists (select 1 from superseded_pack s
                                where s.repository_id = h.repository_id
                                  and s.superseded_at < :unread))
             order by h.pushes_since desc, h.repository_id limit :batch
            """)
        .param("now", at(clock.instant()))
        .param("pushes", settings.pushes())
        .param("large", WORTH_A_BITMAP)
        .param("dayAgo", at(clock.instant().minus(AT_LEAST_EVERY)))
        .param("unread", at(unreadBefore))
        .param("batch", BATCH)
        .query((row, number) -> row.getLong(1))
        .list();
  }

  Optional<State> find(long repositoryId) {
    return jdbc.sql(
            """
            select h.pushes_since, h.last_full_at, h.failures
              from housekeeping h join repository r on r.id = h.repository_id
             where h.repository_id = ? and r.trashed_at is null and r.state = 'AVAILABLE'
            """)
        .param(repositoryId)
        .query(State.class)
        .optional();
  }

  /** Whether it is time to pack everything anew. */
  boolean isFullDue(State state) {
    OffsetDateTime last = state.lastFullAt();
    return last == null || last.toInstant().plus(settings.fullAfter()).isBefore(clock.instant());
  }

  void succeeded(long repositoryId, State before, boolean full) {
    OffsetDateTime now = at(clock.instant());
    jdbc.sql(
            """
            update housekeeping
               set pushes_since = greatest(0, pushes_since - ?), failures = 0, not_before = null,
                   last_repack_at = ?, last_full_at = case when ? then ? else last_full_at end
             where repository_id = ?
            """)
        .params(before.pushesSince(), now, full, now, repositoryId)
        .update();
  }

  /** After a failure the next try waits, each time for longer. */
  void failed(long repositoryId, State before) {
    Duration pause = Duration.ofMinutes(1L << Math.min(before.failures(), 12));
    jdbc.sql(
            "update housekeeping set failures = failures + 1, not_before = ? where repository_id = ?")
        .params(
            at(clock.instant().plus(pause.compareTo(MAX_PAUSE) < 0 ? pause : MAX_PAUSE)),
            repositoryId)
        .update();
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }
}
