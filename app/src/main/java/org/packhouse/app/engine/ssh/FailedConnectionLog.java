package org.packhouse.app.engine.ssh;

import java.time.Duration;
import org.apache.sshd.common.session.Session;
import org.apache.sshd.common.session.SessionListener;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs failed connections: a user's each time, and those on which nobody signed in, which scanners
 * open all day, once a minute with their number. The library logs two warnings for each.
 */
final class FailedConnectionLog implements SessionListener {

  private static final Logger LOG = LoggerFactory.getLogger(FailedConnectionLog.class);
  private static final Duration LINE_EVERY = Duration.ofMinutes(1);

  private long toldAt = System.nanoTime() - LINE_EVERY.toNanos();
  private long count;
  private String last = "";

  @Override
  public void sessionException(Session session, @Nullable Throwable failure) {
    String described =
        "%s: %s"
            .formatted(
                session.getIoSession().getRemoteAddress(),
                failure == null ? "it ended" : failure.getMessage());
    if (session.isAuthenticated()) {
      LOG.info("The connection of {} failed, {}", session.getUsername(), described);
    } else {
      count(described.replaceAll("\\p{Cntrl}", "?"));
    }
  }

  private synchronized void count(String described) {
    count++;
    last = described;
    tell();
  }

  synchronized void tell() {
    if (count > 0 && System.nanoTime() - toldAt >= LINE_EVERY.toNanos()) {
      LOG.warn(
          "Connections that failed before anybody had signed in: {}, the last from {}",
          count,
          last);
      toldAt = System.nanoTime();
      count = 0;
    }
  }
}
