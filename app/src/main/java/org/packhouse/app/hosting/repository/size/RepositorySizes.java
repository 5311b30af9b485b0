package org.packhouse.app.hosting.repository.size;

import java.io.IOException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.refs.move.RefVersions;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * The bytes that repositories hold on disk: measured by {@link SizeTasks}, and when somebody asks.
 */
@Service
public class RepositorySizes {

  private final RepositoryDirectories directories;
  private final PoolSizes pools;
  private final RefVersions versions;
  private final JdbcClient jdbc;
  private final Clock clock;

  RepositorySizes(
      RepositoryDirectories directories,
      PoolSizes pools,
      RefVersions versions,
      JdbcClient jdbc,
      Clock clock) {
    this.pools = pools;
    this.directories = directories;
    this.versions = versions;
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /**
   * Measures a repository and notes the result.
   *
   * @return bytes of all its files
   */
  public long measure(long repositoryId) throws IOException {
    long bytes = directories.measure(repositoryId);
    jdbc.sql(
            """
            insert into repository_size (repository_id, bytes, measured_at)
            select id, ?, ? from repository where id = ?
            on conflict (repository_id) do update
               set bytes = excluded.bytes, measured_at = excluded.measured_at
            """)
        .params(bytes, clock.instant().atOffset(ZoneOffset.UTC), repositoryId)
        .update();
    return bytes;
  }

  /**
   * Measures a repository, again for what was pushed meanwhile.
   *
   * @param rounds how often it is measured at most: where pushes never end, one never has the
   *     latest
   * @return whether nothing was pushed in the last round
   */
  boolean measureLatest(long repositoryId, int rounds) throws IOException {
    long measured = version(repositoryId);
    boolean isLatest = false;
    for (int round = 0; round < rounds && !isLatest; round++) {
      measure(repositoryId);
      long now = version(repositoryId);
      isLatest = now == measured;
      measured = now;
    }
    return isLatest;
  }

  private long version(long repositoryId) {
    return versions.of(List.of(repositoryId)).getOrDefault(repositoryId, 0L);
  }

  /** Bytes of a repository at its last measurement; measured now, but not noted, if none was. */
  public long of(long repositoryId) throws IOException {
    Optional<Long> known = find(repositoryId);
    return known.isPresent() ? known.get() : directories.measure(repositoryId);
  }

  /** Bytes of a repository at its last measurement; empty until the first one. */
  public Optional<Long> find(long repositoryId) {
    return Optional.ofNullable(of(List.of(repositoryId)).get(repositoryId));
  }

  /** Bytes at their last measurement of those repositories that were measured, by id. */
  public Map<Long, Long> of(Collection<Long> repositoryIds) {
    Map<Long, Long> sizes = new HashMap<>();
    jdbc.sql("select repository_id, bytes from repository_size where repository_id = any(?)")
        .param(repositoryIds.toArray(Long[]::new))
        .query(row -> {
          sizes.put(row.getLong(1), row.getLong(2));
        });
    return sizes;
  }

  /**
   * Bytes of the pool that a repository borrows from at their last measurement, which other
   * repositories share; empty if it borrows from none.
   */
  public Optional<Long> pool(long repositoryId) {
    return pools.ofRepository(repositoryId);
  }
}
