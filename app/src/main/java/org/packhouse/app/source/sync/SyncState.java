package org.packhouse.app.source.sync;

/** State of a fork's ref beside its origin's, by the names of the REST dialect. */
public enum SyncState {
  IN_SYNC,
  /** The fork's ref can be fast-forwarded. */
  BEHIND,
  /** The origin's ref could be fast-forwarded. */
  AHEAD,
  /** Each has own commits; or a tag differs, which is never moved automatically. */
  DIVERGED,
  /** The origin has deleted the ref, which the fork had changed. */
  ORPHANED
}
