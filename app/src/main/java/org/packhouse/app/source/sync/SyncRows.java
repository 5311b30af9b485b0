package org.packhouse.app.source.sync;

import java.time.Clock;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Forks;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Statements on synchronized forks and on refs that are not synchronized. */
@Component
class SyncRows {

  private final JdbcClient jdbc;
  private final Forks forks;
  private final Clock clock;

  SyncRows(JdbcClient jdbc, Forks forks, Clock clock) {
    this.forks = forks;
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /** A synchronized fork; {@code stoppedBecause} says why the server disabled it. */
  record State(
      boolean enabled,
      @Nullable Instant lastSync,
      @Nullable Long enabledBy,
      @Nullable String stoppedBecause) {}

  State find(long forkId) {
    Optional<State> found =
        jdbc.sql(
                """
                select enabled, last_sync_at, enabled_by, stopped_because
                  from fork_sync where repository_id = ?
                """)
            .param(forkId)
            .query((row, number) -> {
              OffsetDateTime at = row.getObject(2, OffsetDateTime.class);
              return new State(
                  row.getBoolean(1),
                  at == null ? null : at.toInstant(),
                  row.getObject(3, Long.class),
                  row.getString(4));
            })
            .optional();
    return found.orElse(new State(false, null, null, null));
  }

  void enable(long forkId, boolean enabled, @Nullable Long userId) {
    jdbc.sql(
            """
            insert into fork_sync (repository_id, enabled, enabled_by) values (?, ?, ?)
            on conflict (repository_id) do update
               set enabled = excluded.enabled, enabled_by = excluded.enabled_by
                 , stopped_because = null
            """)
        .params(Arrays.asList(forkId, enabled, userId))
        .update();
  }

  void stop(long forkId, String reason) {
    jdbc.sql("update fork_sync set enabled = false, stopped_because = ? where repository_id = ?")
        .params(reason, forkId)
        .update();
  }

  void synced(long forkId) {
    jdbc.sql("update fork_sync set last_sync_at = ? where repository_id = ?")
        .params(clock.instant().atOffset(ZoneOffset.UTC), forkId)
        .update();
  }

  List<Long> followers(long originId) {
    List<Long> all = forks.of(originId);
    if (all.isEmpty()) {
      return all;
    }
    return jdbc.sql(
            """
            select repository_id from fork_sync where repository_id = any(?) and enabled
             order by repository_id
            """)
        .param(all.toArray(Long[]::new))
        .query((row, _) -> row.getLong(1))
        .list();
  }

  Set<String> orphans(long forkId) {
    return new HashSet<>(
        jdbc.sql("select ref_name from fork_orphan where repository_id = ?")
            .param(forkId)
            .query(String.class)
            .list());
  }

  void setOrphans(long forkId, Set<String> names) {
    String[] all = names.toArray(String[]::new);
    jdbc.sql("delete from fork_orphan where repository_id = ? and ref_name <> all(?)")
        .params(forkId, all)
        .update();
    jdbc.sql(
            """
            insert into fork_orphan (repository_id, ref_name) select ?, unnest(cast(? as text[]))
            on conflict do nothing
            """)
        .params(forkId, all)
        .update();
  }
}
