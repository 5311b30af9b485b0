package org.packhouse.app.hosting.repository;

import java.io.IOException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.Optional;
import org.packhouse.app.storage.objects.RepositoryFolders;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/**
 * The bytes that repositories hold on disk: measured by {@link SizeTasks}, and when somebody asks.
 */
@Service
public class RepositorySizes {

  private final RepositoryFolders folders;
  private final PoolSizes pools;
  private final JdbcClient jdbc;
  private final Clock clock;

  RepositorySizes(RepositoryFolders folders, PoolSizes pools, JdbcClient jdbc, Clock clock) {
    this.pools = pools;
    this.folders = folders;
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /**
   * Measures a repository and notes the result.
   *
   * @return bytes of all its files
   */
  public long measure(long repositoryId) throws IOException {
    long bytes = folders.measure(repositoryId);
    jdbc.sql("update repository set size_bytes = ?, size_measured_at = ? where id = ?")
        .params(bytes, clock.instant().atOffset(ZoneOffset.UTC), repositoryId)
        .update();
    return bytes;
  }

  /**
   * Bytes of the pool that a repository borrows from at their last measurement, which other
   * repositories share; empty if it borrows from none.
   */
  public Optional<Long> pool(long repositoryId) {
    return pools.ofRepository(repositoryId);
  }
}
