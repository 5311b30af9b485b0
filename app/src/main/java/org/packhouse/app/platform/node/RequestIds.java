package org.packhouse.app.platform.node;

import java.time.Clock;
import java.time.LocalTime;
import java.time.temporal.ChronoField;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/**
 * Numbers the requests of this node, over every transport. An id reads {@code @<node>x<minute of
 * day>x<count>x<concurrent>}: the node in base 36, drawn anew at each start; the requests counted
 * since the start; those open, this one included. Scripts split it at {@code x}.
 */
@Component
public final class RequestIds {

  private static final int BASE = 36;
  private static final long NODES = 36L * 36 * 36 * 36 * 36;

  private final Clock clock;
  private final String node;
  private final AtomicLong count = new AtomicLong();
  private final AtomicInteger open = new AtomicInteger();

  /** Draws the name of this run of the node. */
  public RequestIds(Clock clock) {
    this.clock = clock;
    this.node =
        Long.toString(NODES + ThreadLocalRandom.current().nextLong(NODES * (BASE - 1)), BASE)
            .toUpperCase(Locale.ROOT);
  }

  /** Counts a request in and gives it an id; {@link #end} counts it out. */
  String begin() {
    int minute = LocalTime.now(clock).get(ChronoField.MINUTE_OF_DAY);
    return "@" + node + "x" + minute + "x" + count.incrementAndGet() + "x" + open.incrementAndGet();
  }

  void end() {
    open.decrementAndGet();
  }

  /** Requests that are being served now. */
  public int open() {
    return open.get();
  }
}
