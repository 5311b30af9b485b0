package org.packhouse.app.hosting.repository.size;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.RepositorySettings;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;
import org.springframework.util.unit.DataSize;

/** The quotas of repositories. */
@Service
public class RepositoryQuota {

  private final RepositorySettings settings;
  private final JdbcClient jdbc;

  RepositoryQuota(RepositorySettings settings, JdbcClient jdbc) {
    this.settings = settings;
    this.jdbc = jdbc;
  }

  /** The size of a repository when last measured, and its quota. */
  public record State(long usedBytes, long quotaBytes) {
    public boolean isExceededBy(long moreBytes) {
      return usedBytes + moreBytes > quotaBytes;
    }
  }

  private record Row(long sizeBytes, @Nullable Long quotaBytes) {}

  /** Returns the state of a repository; null if it is unlimited. */
  public @Nullable State of(long repositoryId) {
    return find(repositoryId).map(this::state).orElse(null);
  }

  /** Returns whether the size has to be known after each push. */
  boolean isWatched(long repositoryId) {
    return find(repositoryId)
        .map(row -> row.sizeBytes() < RepositorySizes.SMALL || state(row) != null)
        .orElse(false);
  }

  private Optional<Row> find(long repositoryId) {
    return jdbc.sql(
            """
            select coalesce(s.bytes, 0) as size_bytes, r.quota_bytes
              from repository r left join repository_size s on s.repository_id = r.id
             where r.id = ?
            """)
        .param(repositoryId)
        .query(Row.class)
        .optional();
  }

  private @Nullable State state(Row row) {
    Long own = row.quotaBytes();
    DataSize byDefault = settings.quota();
    if (own != null) {
      return new State(row.sizeBytes(), own);
    }
    return byDefault == null ? null : new State(row.sizeBytes(), byDefault.toBytes());
  }
}
