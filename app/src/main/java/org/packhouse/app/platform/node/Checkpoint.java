package org.packhouse.app.platform.node;

/**
 * Hears how far a push has come. A test stops or kills the server there; in the product nobody
 * listens.
 */
public interface Checkpoint {

  /** The push has come to that step. May wait. */
  void reached(Step step);

  /** The steps of the receive path, in their order. */
  enum Step {
    /** Commands are read, a pack is to come or is being read. */
    COMMANDS_READ,
    /** The pack lies in quarantine. */
    PACK_RECEIVED,
    /** Objects are connected and every check has passed. */
    CHECKED,
    /** The PENDING row is committed. */
    PENDING_WRITTEN,
    /** A pack has left quarantine, its index has not. */
    PACK_MIGRATED,
    /** All objects have left quarantine. */
    OBJECTS_MIGRATED,
    /** The version row is locked and every row is written; no ref has moved. */
    LOCKED,
    /** The first of the refs has moved. */
    FIRST_REF_MOVED,
    /** All refs have moved and are on disk; nothing is committed. */
    REFS_MOVED,
    /** The transaction is committed; nothing is cleaned up. */
    COMMITTED,
    /** All is done but the response. */
    ANSWERING
  }
}
