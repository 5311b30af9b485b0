package org.packhouse.app.platform.node;

import java.util.UUID;

/** The session of this process, for those whose claims fall with it. */
public interface OwnSession {

  /** Its id; its row is there unless another node has just ended it. */
  UUID current();

  /** Whether that is its id, and not of an earlier one that was taken for dead. */
  boolean is(UUID session);

  /**
   * Whether nobody can have taken this process for dead since then. If not, what it claimed before
   * may be another's.
   *
   * @param nanoTime a time of {@link System#nanoTime}
   */
  boolean aliveSince(long nanoTime);
}
