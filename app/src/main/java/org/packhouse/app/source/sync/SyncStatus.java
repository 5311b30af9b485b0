package org.packhouse.app.source.sync;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;

/**
 * The synchronization of a fork.
 *
 * @param origin null: there is none that can be followed
 * @param stoppedBecause why the server disabled synchronization; null: it did not
 * @param refs branches and tags that differ from the origin's
 */
public record SyncStatus(
    @Nullable Repository origin,
    boolean enabled,
    @Nullable Instant lastSync,
    @Nullable String stoppedBecause,
    List<SyncRef> refs) {

  public boolean available() {
    return origin != null;
  }

  public List<SyncRef> in(SyncState state) {
    return refs.stream().filter(ref -> ref.state() == state).toList();
  }
}
