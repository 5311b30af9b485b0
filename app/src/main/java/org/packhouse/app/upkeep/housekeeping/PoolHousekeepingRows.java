package org.packhouse.app.upkeep.housekeeping;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.fork.PoolGrown;
import org.packhouse.cluster.Leases.Lease;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The need of each pool for housekeeping. */
@Component
class PoolHousekeepingRows {

  private static final Duration AT_LEAST_EVERY = Duration.ofDays(1);
  private static final int BATCH = 100;

  private final JdbcClient jdbc;
  private final HousekeepingSettings settings;
  private final Clock clock;
  private final LeaseCheck leases;

  PoolHousekeepingRows(
      JdbcClient jdbc, HousekeepingSettings settings, Clock clock, LeaseCheck leases) {
    this.jdbc = jdbc;
    this.settings = settings;
    this.clock = clock;
    this.leases = leases;
  }

  @EventListener
  void on(PoolGrown event) {
    jdbc.sql(
            """
            insert into pool_housekeeping (pool_id, packs_since) values (?, ?)
            on conflict (pool_id) do update
               set packs_since = pool_housekeeping.packs_since + excluded.packs_since
            """)
        .params(event.poolId(), event.packs())
        .update();
  }

  boolean isDue(long poolId, Instant unreadBefore) {
    return !due(unreadBefore, poolId).isEmpty();
  }

  /** Returns the due pools; a new one is due at once, because it may have no bitmap. */
  List<Long> due(Instant unreadBefore) {
    return due(unreadBefore, null);
  }

  private List<Long> due(Instant unreadBefore, @Nullable Long only) {
    return jdbc.sql(
            """
            select h.pool_id from pool_housekeeping h
             where (h.not_before is null or h.not_before <= :now)
               and (cast(:only as bigint) is null or h.pool_id = :only)
               and (h.packs_since >= :packs
                    or h.packs_since > 0 and (h.last_repack_at is null or h.last_repack_at < :dayAgo)
                    or exists (select 1 from superseded_pool_pack s
                                where s.pool_id = h.pool_id and s.superseded_at < :unread))
             order by h.packs_since desc, h.pool_id limit :batch
            """)
        .param("now", Backlog.at(clock.instant()))
        .param("only", only)
        .param("packs", settings.pushes())
        .param("dayAgo", Backlog.at(clock.instant().minus(AT_LEAST_EVERY)))
        .param("unread", Backlog.at(unreadBefore))
        .param("batch", BATCH)
        .query((row, number) -> row.getLong(1))
        .list();
  }

  Optional<Backlog> find(long poolId) {
    return jdbc.sql(
            """
            select packs_since as since, last_full_at, failures from pool_housekeeping
             where pool_id = ?
            """)
        .param(poolId)
        .query(Backlog.class)
        .optional();
  }

  /** Returns whether a full repack is due though there is a bitmap. */
  boolean isFullDue(Backlog backlog) {
    return backlog.wasFullBefore(clock.instant().minus(settings.fullAfter()), false);
  }

  void succeeded(Lease lease, long poolId, Backlog before, boolean full) {
    leases.store(lease, () -> succeeded(poolId, before, full));
  }

  private void succeeded(long poolId, Backlog before, boolean full) {
    OffsetDateTime now = Backlog.at(clock.instant());
    jdbc.sql(
            """
            update pool_housekeeping
               set packs_since = greatest(0, packs_since - ?), failures = 0, not_before = null,
                   last_repack_at = ?, last_full_at = case when ? then ? else last_full_at end
             where pool_id = ?
            """)
        .params(before.since(), now, full, now, poolId)
        .update();
  }

  void failed(Lease lease, long poolId, Backlog before) {
    leases.store(lease, () -> failed(poolId, before));
  }

  private void failed(long poolId, Backlog before) {
    jdbc.sql(
            """
            update pool_housekeeping set failures = failures + 1, not_before = ? where pool_id = ?
            """)
        .params(before.nextTry(clock.instant()), poolId)
        .update();
  }
}
