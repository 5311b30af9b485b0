package org.packhouse.app.source.browse.lastchange;

import java.io.InterruptedIOException;
import java.time.Duration;
import org.packhouse.app.platform.throttle.BackgroundPace;

/**
 * Slows down a long walk on a busy machine, as after the push of a long history that is being
 * packed and cloned. Pauses half a minute in all at most, for the paused thread does nothing else.
 */
final class WalkPace implements LastChangeWalk.Progress {

  private static final long LOOK_EVERY = Duration.ofMillis(100).toNanos();
  private static final long MAX_REST = Duration.ofSeconds(30).toNanos();

  private final BackgroundPace pace;
  private long since = System.nanoTime();
  private long rested;

  WalkPace(BackgroundPace pace) {
    this.pace = pace;
  }

  @Override
  public void looked() throws InterruptedIOException {
    long now = System.nanoTime();
    if (now - since >= LOOK_EVERY) {
      pace.worked(Duration.ofNanos(now - since));
      try {
        pace.awaitTurn(Duration.ofNanos(MAX_REST - rested));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("The server stops");
      }
      since = System.nanoTime();
      rested += since - now;
    }
  }
}
