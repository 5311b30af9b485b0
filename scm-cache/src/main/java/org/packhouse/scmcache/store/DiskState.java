package org.packhouse.scmcache.store;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tracks whether the disk accepts new entries. After a refusal, one response is tried now and then
 * until one is stored. Logs once, however many clients come.
 */
final class DiskState {

  private static final Logger LOG = LoggerFactory.getLogger(DiskState.class);
  private static final Duration SILENCE = Duration.ofMinutes(10);

  private final Clock clock;
  private final Duration retryAfter;
  private boolean refusing;
  private Instant retry = Instant.MIN;
  private @Nullable Instant warned;

  DiskState(Clock clock, Duration retryAfter) {
    this.clock = clock;
    this.retryAfter = retryAfter;
  }

  /** Returns whether to try storing a response now. */
  synchronized boolean isWorthTrying() {
    Instant now = clock.instant();
    if (refusing && now.isBefore(retry)) {
      return false;
    }
    retry = now.plus(retryAfter);
    return true;
  }

  synchronized boolean isRefusing() {
    return refusing;
  }

  synchronized void refused(IOException why) {
    Instant now = clock.instant();
    retry = now.plus(retryAfter);
    if (!refusing) {
      refusing = true;
      if (warned == null || now.isAfter(warned.plus(SILENCE))) {
        warned = now;
        LOG.warn(
            "The SCM cache stores nothing new until its disk accepts writes: {}", why.toString());
      }
    }
  }

  synchronized void stored() {
    if (refusing) {
      refusing = false;
      LOG.info("The disk of the SCM cache accepts writes again");
    }
  }
}
