package org.packhouse.app.hosting.fork;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.packhouse.app.hosting.repository.size.PoolSizes;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The rows of pools. */
@Component
public class PoolRecords implements PoolSizes {

  private static final int BATCH = 100;

  private final JdbcClient jdbc;
  private final Clock clock;

  PoolRecords(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  @Override
  public Optional<Long> ofRepository(long repositoryId) {
    return jdbc.sql(
            """
            select p.size_bytes from pool_member m join pool p on p.id = m.pool_id
             where m.repository_id = ?
            """)
        .param(repositoryId)
        .query(Long.class)
        .optional();
  }

  public void measured(long poolId, long bytes) {
    jdbc.sql("update pool set size_bytes = ? where id = ?").params(bytes, poolId).update();
  }

  /** Returns those of the pools that are not recorded as unused, in their order. */
  public List<Long> used(Collection<Long> ids) {
    List<Long> used =
        jdbc.sql("select id from pool where id = any(?) and unused_since is null")
            .param(ids.toArray(Long[]::new))
            .query((row, _) -> row.getLong(1))
            .list();
    return ids.stream().filter(used::contains).toList();
  }

  /** Records which pools have no member now, and returns those unused since before a time. */
  public List<Long> unused(Instant since) {
    jdbc.sql(
            """
            update pool p set unused_since = ?
             where p.unused_since is null
               and not exists (select 1 from pool_member m where m.pool_id = p.id)
            """)
        .param(clock.instant().atOffset(ZoneOffset.UTC))
        .update();
    return jdbc.sql("select id from pool where unused_since < ? order by id limit ?")
        .params(since.atOffset(ZoneOffset.UTC), BATCH)
        .query((row, _) -> row.getLong(1))
        .list();
  }

  public static List<Long> ids(JdbcClient sql) {
    return sql.sql("select id from pool order by id").query((row, _) -> row.getLong(1)).list();
  }

  /** Records that a repository borrows from a pool, as it does on disk. */
  @Transactional
  public void borrows(long repositoryId, long poolId) {
    jdbc.sql("insert into pool (id) values (?) on conflict do nothing").param(poolId).update();
    jdbc.sql(
            """
            insert into pool_member (repository_id, pool_id) values (?, ?)
            on conflict (repository_id) do update set pool_id = excluded.pool_id
            """)
        .params(repositoryId, poolId)
        .update();
  }

  public void delete(long poolId) {
    jdbc.sql("delete from pool where id = ?").param(poolId).update();
  }
}
