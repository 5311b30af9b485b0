package org.packhouse.app.platform.node;

import java.util.UUID;

/** The session of this process, for claims that end with it. */
public interface OwnSession {

  /** Returns the id, whose row exists unless another node has just ended the session. */
  UUID current();

  /** Returns false for earlier sessions that were taken for dead. */
  boolean is(UUID session);

  /** Returns whether nobody can have taken this process for dead since a nano time. */
  boolean aliveSince(long nanoTime);
}
