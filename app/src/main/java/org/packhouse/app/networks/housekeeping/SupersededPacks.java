package org.packhouse.app.networks.housekeeping;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.packhouse.app.networks.fork.SupersededPackTimes;
import org.packhouse.app.networks.housekeeping.PackFolder.Pack;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Packs whose objects are in other packs now. They stay as long as an operation may read them that
 * began before: on a network file system a file that is removed under its reader is lost to it in
 * the middle.
 *
 * <p>The name of a pack is made of its content, so a push or a later repack may bring a pack of the
 * same name again, which is not superseded. A repack takes its own new names off the list; of a
 * push the file's time tells.
 */
@Component
class SupersededPacks implements SupersededPackTimes {

  /** For clocks that differ between nodes, and a reader that is just being stopped. */
  private static final Duration MARGIN = Duration.ofMinutes(2);

  private final JdbcClient jdbc;
  private final HousekeepingSettings settings;
  private final Clock clock;

  SupersededPacks(JdbcClient jdbc, HousekeepingSettings settings, Clock clock) {
    this.jdbc = jdbc;
    this.settings = settings;
    this.clock = clock;
  }

  private record Row(String name, long modifiedAt) {}

  /** The names of an owner's superseded packs. */
  Set<String> names(PackOwner owner) {
    return new HashSet<>(
        jdbc.sql(
                owner.isPool()
                    ? "select name from superseded_pool_pack where pool_id = ?"
                    : "select name from superseded_pack where repository_id = ?")
            .param(owner.id())
            .query(String.class)
            .list());
  }

  @Override
  public Map<String, Long> ofRepository(long repositoryId) {
    Map<String, Long> times = new HashMap<>();
    jdbc.sql("select name, modified_at from superseded_pack where repository_id = ?")
        .param(repositoryId)
        .query(row -> {
          times.put(row.getString(1), row.getLong(2));
        });
    return times;
  }

  /** Notes that packs have been replaced by others, in one transaction. */
  @Transactional
  public void replace(PackOwner owner, List<Pack> packs, Collection<String> by) {
    for (String name : by) {
      forget(owner, name);
    }
    for (Pack pack : packs) {
      if (!pack.kept() && !by.contains(pack.name())) {
        jdbc.sql(
                owner.isPool()
                    ? """
                    insert into superseded_pool_pack (pool_id, name, superseded_at, modified_at)
                    values (?, ?, ?, ?) on conflict (pool_id, name) do nothing
                    """
                    : """
                    insert into superseded_pack (repository_id, name, superseded_at, modified_at)
                    values (?, ?, ?, ?) on conflict (repository_id, name) do nothing
                    """)
            .params(owner.id(), pack.name())
            .param(clock.instant().atOffset(ZoneOffset.UTC))
            .param(pack.modifiedAt())
            .update();
      }
    }
  }

  /** When a pack must have been superseded so that nobody reads it now. */
  Instant unreadBefore() {
    return clock.instant().minus(settings.longestOperation()).minus(MARGIN);
  }

  private void forget(PackOwner owner, String name) {
    jdbc.sql(
            owner.isPool()
                ? "delete from superseded_pool_pack where pool_id = ? and name = ?"
                : "delete from superseded_pack where repository_id = ? and name = ?")
        .params(owner.id(), name)
        .update();
  }

  /** Removes those packs of an owner that nobody can be reading any more. */
  void removeDue(PackOwner owner, PackFolder folder) throws IOException {
    List<Row> due =
        jdbc.sql(
                owner.isPool()
                    ? """
                    select name, modified_at from superseded_pool_pack
                     where pool_id = ? and superseded_at < ?
                    """
                    : """
                    select name, modified_at from superseded_pack
                     where repository_id = ? and superseded_at < ?
                    """)
            .params(owner.id(), unreadBefore().atOffset(ZoneOffset.UTC))
            .query((row, number) -> new Row(row.getString(1), row.getLong(2)))
            .list();
    for (Row row : due) {
      if (folder.modifiedAt(row.name()) == row.modifiedAt()) {
        folder.remove(row.name());
      }
      forget(owner, row.name());
    }
  }
}
