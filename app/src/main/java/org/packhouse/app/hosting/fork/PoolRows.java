package org.packhouse.app.hosting.fork;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.packhouse.app.hosting.repository.Forks;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** The membership of repositories in pools. A repository in the trash remains a member. */
@Component
public class PoolRows {

  private final JdbcClient jdbc;
  private final TransactionTemplate transaction;
  private final Forks forks;
  private final ApplicationEventPublisher events;

  PoolRows(
      JdbcClient jdbc,
      TransactionTemplate transaction,
      Forks forks,
      ApplicationEventPublisher events) {
    this.jdbc = jdbc;
    this.transaction = transaction;
    this.forks = forks;
    this.events = events;
  }

  public Optional<Long> poolOf(long repositoryId) {
    return jdbc.sql("select pool_id from pool_member where repository_id = ?")
        .param(repositoryId)
        .query(Long.class)
        .optional();
  }

  /** Makes a fork a member of its origin's pool, created if necessary; empty if either is gone. */
  Optional<Long> enter(long originId, long forkId) {
    try {
      return Optional.ofNullable(transaction.execute(_ -> enterPool(originId, forkId)));
    } catch (DataIntegrityViolationException e) {
      return Optional.empty();
    }
  }

  private long enterPool(long originId, long forkId) {
    // Parallel first forks must create one pool.
    jdbc.sql("select pg_advisory_xact_lock(hashtextextended('pool', ?))")
        .param(originId)
        .query(row -> {});
    long pool = poolOf(originId).orElseGet(() -> make(originId));
    jdbc.sql(
            """
            insert into pool_member (repository_id, pool_id) values (?, ?)
            on conflict (repository_id) do update set pool_id = excluded.pool_id
            """)
        .params(forkId, pool)
        .update();
    return pool;
  }

  private long make(long originId) {
    long pool = jdbc.sql("insert into pool default values returning id").query(Long.class).single();
    jdbc.sql("insert into pool_member (repository_id, pool_id) values (?, ?)")
        .params(originId, pool)
        .update();
    events.publishEvent(new PoolGrown(pool, 0));
    return pool;
  }

  /** Returns the available members of a pool that others were forked from. */
  List<Long> lenders(long poolId) {
    return forks.originsAmong(
        jdbc.sql("select repository_id from pool_member where pool_id = ?")
            .param(poolId)
            .query((row, _) -> row.getLong(1))
            .list());
  }

  /** Returns the names of the member's packs whose objects are in the pool. */
  Set<String> lent(long repositoryId) {
    return new HashSet<>(
        jdbc.sql("select name from lent_pack where repository_id = ?")
            .param(repositoryId)
            .query(String.class)
            .list());
  }

  /** Records the packs of a repository that need not be lent again. */
  @Transactional
  public void setLent(long repositoryId, Set<String> names) {
    String[] all = names.toArray(String[]::new);
    jdbc.sql("delete from lent_pack where repository_id = ? and name <> all(?)")
        .params(repositoryId, all)
        .update();
    jdbc.sql(
            """
            insert into lent_pack (repository_id, name) select ?, unnest(cast(? as text[]))
            on conflict do nothing
            """)
        .params(repositoryId, all)
        .update();
  }
}
