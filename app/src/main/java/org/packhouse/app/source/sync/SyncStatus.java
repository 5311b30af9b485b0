package org.packhouse.app.source.sync;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;

/**
 * The state of a fork beside its origin.
 *
 * @param origin null: it cannot be followed
 * @param enabled whether the fork follows it by itself
 * @param lastSync when it last did; null: never
 * @param stoppedBecause why the server has it follow no more; null: it has not decided that
 * @param refs branches and tags that are not where the origin's are
 */
public record SyncStatus(
    @Nullable Repository origin,
    boolean enabled,
    @Nullable Instant lastSync,
    @Nullable String stoppedBecause,
    List<SyncRef> refs) {

  /** Whether there is an origin to follow. */
  public boolean available() {
    return origin != null;
  }

  /** The refs in a state. */
  public List<SyncRef> in(SyncState state) {
    return refs.stream().filter(ref -> ref.state() == state).toList();
  }
}
