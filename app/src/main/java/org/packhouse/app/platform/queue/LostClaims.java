package org.packhouse.app.platform.queue;

import java.time.Duration;
import java.util.Collection;
import java.util.function.Supplier;
import org.packhouse.app.platform.node.OwnSession;

/**
 * Releases claims of this node that nobody works on, because the response to a claim was lost or
 * the end of the work could not be written: their rows would wait as long as the session lives.
 */
public final class LostClaims {

  /** The database may run a lost claim late, when it has not noticed the broken connection. */
  private static final Duration RELEASE_EVERY = Duration.ofMinutes(1);

  private final ClaimedRows rows;
  private final OwnSession session;
  private final Supplier<? extends Collection<Long>> working;
  private volatile boolean suspected;
  private volatile long releasedAt = System.nanoTime();

  /** Takes the ids of the rows that this node works on from {@code working}. */
  public LostClaims(
      ClaimedRows rows, OwnSession session, Supplier<? extends Collection<Long>> working) {
    this.rows = rows;
    this.session = session;
    this.working = working;
  }

  /** Has the next {@link #release} run, because a statement failed. */
  public void suspect() {
    suspected = true;
  }

  /**
   * Releases lost claims, if suspected or once a minute. Must run where no claim is between the
   * database and the working set.
   */
  public void release() {
    long now = System.nanoTime();
    if (!suspected && now - releasedAt < RELEASE_EVERY.toNanos()) {
      return;
    }
    // Before the statement: what fails after it was sent is suspected anew.
    suspected = false;
    try {
      rows.releaseAllBut(session.current(), working.get());
      releasedAt = now;
    } catch (RuntimeException e) {
      suspected = true;
      throw e;
    }
  }
}
