package org.packhouse.app.upkeep.housekeeping;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.fork.SupersededPackTimes;
import org.packhouse.app.upkeep.housekeeping.PackDirectory.Pack;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The table of superseded packs, changed only under the lease of the work. */
@Component
class SupersededRows implements SupersededPackTimes {

  private static final RowMapper<Row> ROW = new SimplePropertyRowMapper<>(Row.class);

  private final JdbcClient jdbc;
  private final LeaseCheck leases;

  SupersededRows(JdbcClient jdbc, LeaseCheck leases) {
    this.jdbc = jdbc;
    this.leases = leases;
  }

  /** A listed pack and its file's time in milliseconds: another time means another file. */
  record Row(String name, long modifiedAt) {}

  Set<String> names(PackOwner owner) {
    return listed(owner).stream().map(Row::name).collect(Collectors.toCollection(HashSet::new));
  }

  List<Row> listed(PackOwner owner) {
    return listedBefore(owner, null);
  }

  List<Row> listedBefore(PackOwner owner, @Nullable Instant time) {
    return find(owner, time, false);
  }

  List<Row> uncompared(PackOwner owner, Instant time) {
    return find(owner, time, true);
  }

  private List<Row> find(PackOwner owner, @Nullable Instant before, boolean uncompared) {
    return jdbc.sql(
            owner.isPool()
                ? """
                select name, modified_at from superseded_pool_pack
                 where pool_id = ? and superseded_at < coalesce(?, timestamptz 'infinity')
                   and (not ? or compared_at is null)
                """
                : """
                select name, modified_at from superseded_pack
                 where repository_id = ? and superseded_at < coalesce(?, timestamptz 'infinity')
                   and (not ? or compared_at is null)
                """)
        .param(owner.id())
        .param(before == null ? null : before.atOffset(ZoneOffset.UTC))
        .param(uncompared)
        .query(ROW)
        .list();
  }

  @Transactional
  public void compared(PackOwner owner, Collection<String> names, Instant now) {
    leases.requireHeld(owner.lease());
    jdbc.sql(
            owner.isPool()
                ? "update superseded_pool_pack set compared_at = ? where pool_id = ? and name = any(?)"
                : "update superseded_pack set compared_at = ? where repository_id = ? and name = any(?)")
        .param(now.atOffset(ZoneOffset.UTC))
        .params(owner.id(), names.toArray(String[]::new))
        .update();
  }

  /** Restarts the time of a pack: from now on no new reader sees it. */
  @Transactional
  public void listedAnew(PackOwner owner, String name, Instant now) {
    leases.requireHeld(owner.lease());
    jdbc.sql(
            owner.isPool()
                ? "update superseded_pool_pack set superseded_at = ? where pool_id = ? and name = ?"
                : "update superseded_pack set superseded_at = ? where repository_id = ? and name = ?")
        .param(now.atOffset(ZoneOffset.UTC))
        .params(owner.id(), name)
        .update();
  }

  /** Returns repositories with packs that were listed before a time and not compared. */
  List<Long> repositoriesWithUncompared(Instant time) {
    return jdbc.sql(
            """
            select distinct repository_id from superseded_pack
             where compared_at is null and superseded_at < ? order by repository_id
            """)
        .param(time.atOffset(ZoneOffset.UTC))
        .query((row, number) -> row.getLong(1))
        .list();
  }

  List<Long> poolsWithUncompared(Instant time) {
    return jdbc.sql(
            """
            select distinct pool_id from superseded_pool_pack
             where compared_at is null and superseded_at < ? order by pool_id
            """)
        .param(time.atOffset(ZoneOffset.UTC))
        .query((row, number) -> row.getLong(1))
        .list();
  }

  @Override
  public Map<String, Long> ofRepository(long repositoryId) {
    return listed(PackOwner.repository(repositoryId, null)).stream()
        .collect(Collectors.toMap(Row::name, Row::modifiedAt));
  }

  @Transactional
  public void list(PackOwner owner, Collection<Pack> packs, Collection<String> off, Instant now) {
    leases.requireHeld(owner.lease());
    remove(owner, off);
    if (packs.isEmpty()) {
      return;
    }
    jdbc.sql(
            owner.isPool()
                ? """
                insert into superseded_pool_pack (pool_id, name, superseded_at, modified_at)
                select ?, pack.name, ?, pack.modified_at
                  from unnest(?::text[], ?::bigint[]) as pack (name, modified_at)
                on conflict (pool_id, name) do nothing
                """
                : """
                insert into superseded_pack (repository_id, name, superseded_at, modified_at)
                select ?, pack.name, ?, pack.modified_at
                  from unnest(?::text[], ?::bigint[]) as pack (name, modified_at)
                on conflict (repository_id, name) do nothing
                """)
        .param(owner.id())
        .param(now.atOffset(ZoneOffset.UTC))
        .param(packs.stream().map(Pack::name).toArray(String[]::new))
        .param(packs.stream().map(Pack::modifiedAt).toArray(Long[]::new))
        .update();
  }

  void remove(PackOwner owner, String name) {
    remove(owner, List.of(name));
  }

  private void remove(PackOwner owner, Collection<String> names) {
    if (names.isEmpty()) {
      return;
    }
    jdbc.sql(
            owner.isPool()
                ? "delete from superseded_pool_pack where pool_id = ? and name = any(?)"
                : "delete from superseded_pack where repository_id = ? and name = any(?)")
        .param(owner.id())
        .param(names.toArray(String[]::new))
        .update();
  }

  List<Long> repositories() {
    return jdbc.sql("select distinct repository_id from superseded_pack order by repository_id")
        .query((row, number) -> row.getLong(1))
        .list();
  }

  List<Long> pools() {
    return jdbc.sql("select distinct pool_id from superseded_pool_pack order by pool_id")
        .query((row, number) -> row.getLong(1))
        .list();
  }
}
