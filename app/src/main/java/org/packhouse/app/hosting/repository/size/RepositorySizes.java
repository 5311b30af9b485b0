package org.packhouse.app.hosting.repository.size;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.outbox.GatheredTasks;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.refs.move.RefVersions;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.util.unit.DataSize;

/**
 * Sizes of repositories on disk. After a push only small repositories, and those with a quota, are
 * measured, for each file costs a call to the file system; others when somebody asks, and by
 * housekeeping.
 */
@Service
public class RepositorySizes {

  /**
   * Above this size git takes longer to count the objects of a clone than to begin sending them.
   */
  public static final long SMALL = DataSize.ofMegabytes(1).toBytes();

  static final String TASK = "repository-size";

  /** Pushes within this time share a measurement, which stats every file. */
  static final Duration GATHERING = Duration.ofSeconds(5);

  private final RepositoryDirectories directories;
  private final PoolSizes pools;
  private final RefVersions versions;
  private final GatheredTasks tasks;
  private final JdbcClient jdbc;
  private final Clock clock;

  RepositorySizes(
      RepositoryDirectories directories,
      PoolSizes pools,
      RefVersions versions,
      GatheredTasks tasks,
      JdbcClient jdbc,
      Clock clock) {
    this.pools = pools;
    this.directories = directories;
    this.versions = versions;
    this.tasks = tasks;
    this.jdbc = jdbc;
    this.clock = clock;
  }

  private record Measured(long bytes, @Nullable Long refsVersion) {

    boolean isOf(long version) {
      return refsVersion != null && refsVersion == version;
    }
  }

  /** Measures the files of a repository and stores the result, in bytes. */
  public long measure(long repositoryId) throws IOException {
    return measure(repositoryId, version(repositoryId));
  }

  private long measure(long repositoryId, long version) throws IOException {
    long bytes = directories.measure(repositoryId);
    jdbc.sql(
            """
            insert into repository_size (repository_id, bytes, measured_at, refs_version)
            select id, ?, ?, ? from repository where id = ?
            on conflict (repository_id) do update
               set bytes = excluded.bytes, measured_at = excluded.measured_at,
                   refs_version = excluded.refs_version
            """)
        .params(bytes, clock.instant().atOffset(ZoneOffset.UTC), version, repositoryId)
        .update();
    return bytes;
  }

  /** Measures again after pushes, in that many rounds at most; true: the result is up to date. */
  boolean measureLatest(long repositoryId, int rounds) throws IOException {
    long measured = version(repositoryId);
    boolean isLatest = false;
    for (int round = 0; round < rounds && !isLatest; round++) {
      measure(repositoryId, measured);
      long now = version(repositoryId);
      isLatest = now == measured;
      measured = now;
    }
    return isLatest;
  }

  private long version(long repositoryId) {
    return versions.of(List.of(repositoryId)).getOrDefault(repositoryId, 0L);
  }

  /** Returns the bytes at the present version of the refs, which are measured if need be. */
  public long of(long repositoryId) throws IOException {
    long version = version(repositoryId);
    Optional<Measured> known = find(repositoryId).filter(it -> it.isOf(version));
    return known.isPresent() ? known.get().bytes() : measure(repositoryId, version);
  }

  /**
   * Returns the bytes when last measured, and has them measured in the background if that was at
   * another version of the refs; empty before the first measurement.
   */
  public Optional<Long> at(long refsVersion, long repositoryId) {
    Optional<Measured> known = find(repositoryId);
    if (known.filter(it -> it.isOf(refsVersion)).isEmpty()) {
      tasks.schedule(TASK, Long.toString(repositoryId), GATHERING);
    }
    return known.map(Measured::bytes);
  }

  private Optional<Measured> find(long repositoryId) {
    return jdbc.sql("select bytes, refs_version from repository_size where repository_id = ?")
        .param(repositoryId)
        .query(Measured.class)
        .optional();
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
