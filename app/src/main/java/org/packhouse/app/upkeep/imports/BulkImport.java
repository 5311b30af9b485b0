package org.packhouse.app.upkeep.imports;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Many repositories that come from a directory of this server.
 *
 * @param projectKey where they go; null: each into the project whose key its parent directory is
 *     called
 * @param counts how many of its repositories stand where; states that none is in are left out
 */
public record BulkImport(
    long id,
    String folder,
    @Nullable String projectKey,
    String startedBy,
    Instant createdAt,
    @Nullable Instant cancelledAt,
    Map<ImportState, Long> counts) {

  /** How many stand there. */
  public long count(ImportState state) {
    return counts.getOrDefault(state, 0L);
  }

  /** How many there are. */
  public long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How many have ended. */
  public long ended() {
    return total() - count(ImportState.QUEUED) - count(ImportState.RUNNING);
  }

  /** Whether something will still happen by itself. */
  public boolean isOpen() {
    return ended() < total();
  }

  /** Whether there are some that can be tried again. */
  public boolean canBeRetried() {
    return !isOpen() && count(ImportState.FAILED) + count(ImportState.CANCELLED) > 0;
  }
}
