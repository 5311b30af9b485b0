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

/** Sizes of repositories on disk, measured by {@link SizeTasks} and on request. */
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

  /** Measures the files of a repository and stores the result, in bytes. */
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

  /** Measures again after pushes, in that many rounds at most; true: the result is up to date. */
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

  /** Returns the bytes when last measured, or measures them without storing the result. */
  public long of(long repositoryId) throws IOException {
    Optional<Long> known = find(repositoryId);
    return known.isPresent() ? known.get() : directories.measure(repositoryId);
  }

  /** Returns the bytes when last measured; empty before the first measurement. */
  public Optional<Long> find(long repositoryId) {
    return Optional.ofNullable(of(List.of(repositoryId)).get(repositoryId));
  }

  /** Returns the bytes when last measured, by repository. */
  public Map<Long, Long> of(Collection<Long> repositoryIds) {
    Map<Long, Long> sizes = new HashMap<>();
    jdbc.sql("select repository_id, bytes from repository_size where repository_id = any(?)")
        .param(repositoryIds.toArray(Long[]::new))
        .query(row -> {
          sizes.put(row.getLong(1), row.getLong(2));
        });
    return sizes;
  }

  /** Returns the bytes of the pool when last measured; empty if the repository has none. */
  public Optional<Long> pool(long repositoryId) {
    return pools.ofRepository(repositoryId);
  }
}
