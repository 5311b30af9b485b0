package org.packhouse.app.networks.fork;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Which repository is a member of which pool. A repository in the trash stays one. */
@Component
class PoolRows {

  private final JdbcClient jdbc;

  PoolRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The pool of a repository. */
  Optional<Long> poolOf(long repositoryId) {
    return jdbc.sql("select pool_id from repository where id = ? and pool_id is not null")
        .param(repositoryId)
        .query(Long.class)
        .optional();
  }

  /**
   * Makes a fork a member of its origin's pool, which begins to be if the origin has none.
   *
   * @return the pool; empty if the origin is gone
   */
  @Transactional
  public Optional<Long> enter(long originId, long forkId) {
    Optional<Boolean> member =
        jdbc.sql("select pool_id is not null from repository where id = ? for update")
            .param(originId)
            .query(Boolean.class)
            .optional();
    if (member.isEmpty()) {
      return Optional.empty();
    }
    if (!member.get()) {
      jdbc.sql(
              """
              with made as (insert into pool default values returning id)
              update repository set pool_id = (select id from made) where id = ?
              """)
          .param(originId)
          .update();
    }
    jdbc.sql(
            """
            update repository set pool_id = (select pool_id from repository where id = ?)
             where id = ?
            """)
        .params(originId, forkId)
        .update();
    return poolOf(originId);
  }

  /** The members of a pool that others were forked from, and that are available. */
  List<Long> lenders(long poolId) {
    return jdbc.sql(
            """
            select m.id from repository m
             where m.pool_id = ? and m.state = 'AVAILABLE'
               and exists (select 1 from repository f where f.origin_id = m.id)
             order by m.id
            """)
        .param(poolId)
        .query((row, number) -> row.getLong(1))
        .list();
  }

  /** Packs whose objects are in others, by housekeeping, with the times of their files. */
  Map<String, Long> superseded(long repositoryId) {
    Map<String, Long> superseded = new HashMap<>();
    jdbc.sql("select name, modified_at from superseded_pack where repository_id = ?")
        .param(repositoryId)
        .query(row -> {
          superseded.put(row.getString(1), row.getLong(2));
        });
    return superseded;
  }

  /** Names of packs whose objects have come into the pool. */
  Set<String> lent(long repositoryId) {
    return new HashSet<>(
        jdbc.sql("select name from lent_pack where repository_id = ?")
            .param(repositoryId)
            .query(String.class)
            .list());
  }

  /** Notes which packs of a repository the pool need not get any more. */
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

  /** Notes that packs have come into a pool. */
  void grown(long poolId, int packs, long bytes) {
    jdbc.sql("update pool set packs_since = packs_since + ?, size_bytes = ? where id = ?")
        .params(packs, bytes, poolId)
        .update();
  }

  /** Has what a repository shares with its pool removed from its own folder soon. */
  void shares(long repositoryId) {
    jdbc.sql(
            """
            update housekeeping
               set pushes_since = greatest(pushes_since, 1), last_full_at = null,
                   last_repack_at = null
             where repository_id = ?
            """)
        .param(repositoryId)
        .update();
  }
}
