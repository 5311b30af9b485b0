package org.packhouse.app.upkeep.imports;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An import of all repositories in a directory. Without a project key, each goes into the project
 * named like its parent directory. Counts have no zeros.
 */
public record BulkImport(
    long id,
    String folder,
    @Nullable String projectKey,
    String startedBy,
    Instant createdAt,
    @Nullable Instant cancelledAt,
    Map<ImportState, Long> counts) {

  public long count(ImportState state) {
    return counts.getOrDefault(state, 0L);
  }

  public long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  public long ended() {
    return total() - count(ImportState.QUEUED) - count(ImportState.RUNNING);
  }

  /** Returns whether repositories are queued or running. */
  public boolean isOpen() {
    return ended() < total();
  }

  public boolean canBeRetried() {
    return !isOpen() && count(ImportState.FAILED) + count(ImportState.CANCELLED) > 0;
  }
}
