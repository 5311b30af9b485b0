package org.packhouse.app.platform.node;

/** A hook in the receive path at which tests stop or kill the server; no effect in production. */
public interface Checkpoint {

  /** Signals that the push has reached a step. May block. */
  void reached(Step step);

  /** The steps of the receive path, in order. */
  enum Step {
    /** Commands are read; the pack is awaited or being read. */
    COMMANDS_READ,
    PACK_RECEIVED,
    /** Objects are connected and every check has passed. */
    CHECKED,
    /** The pending row is committed. */
    PENDING_WRITTEN,
    /** A pack has left quarantine, but not its index. */
    PACK_MIGRATED,
    OBJECTS_MIGRATED,
    /** The version row is locked and every row is written; no ref has moved. */
    LOCKED,
    FIRST_REF_MOVED,
    /** All refs have moved on disk; nothing is committed. */
    REFS_MOVED,
    /** The transaction is committed; nothing is cleaned up. */
    COMMITTED,
    /** Everything is done except the response. */
    ANSWERING
  }
}
