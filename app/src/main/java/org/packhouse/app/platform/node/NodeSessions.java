package org.packhouse.app.platform.node;

import java.util.Set;
import java.util.UUID;

/**
 * The running server processes. A process has one session at a time; one that was taken for dead,
 * because it stood still for too long, goes on under a new one.
 */
public interface NodeSessions {

  /** This process's session: its row in {@code node_session} is there. */
  UUID current();

  /** Every session that has a row, dead or not. */
  Set<UUID> known();

  /**
   * Finds the sessions that are dead and ends each: calls the undertaker with the session's row
   * locked, so that no other node does the same, then deletes the row.
   */
  void endDead(Undertaker undertaker);

  /** Clears up behind a dead session. */
  @FunctionalInterface
  interface Undertaker {
    /** Clears up; throwing leaves the session for a later try. */
    void clearUpAfter(UUID session);
  }
}
