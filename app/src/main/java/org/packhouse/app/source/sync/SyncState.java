package org.packhouse.app.source.sync;

/** The state of a fork's ref beside its origin's. The names are those of the REST dialect. */
public enum SyncState {
  /** Both are the same. */
  IN_SYNC,
  /** The origin's has more, and nothing is lost by taking it. */
  BEHIND,
  /** The fork's has more. */
  AHEAD,
  /** Each has what the other has not; or it is a tag, which does not move by itself. */
  DIVERGED,
  /** The origin has deleted it, and the fork had changed it. */
  ORPHANED
}
