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
 * Assigns request ids {@code @<node>x<minute of day>x<count>x<concurrent>}, which scripts split at
 * {@code x}: the node in base 36, random at each start; requests since the start; open ones,
 * including this.
 */
@Component
public final class RequestIds {

  private static final int BASE = 36;
  private static final long NODES = 36L * 36 * 36 * 36 * 36;

  private final Clock clock;
  private final String node;
  private final AtomicLong count = new AtomicLong();
  private final AtomicInteger open = new AtomicInteger();

  public RequestIds(Clock clock) {
    this.clock = clock;
    this.node =
        Long.toString(NODES + ThreadLocalRandom.current().nextLong(NODES * (BASE - 1)), BASE)
            .toUpperCase(Locale.ROOT);
  }

  /** The caller must call {@link #end}. */
  String begin() {
    int minute = LocalTime.now(clock).get(ChronoField.MINUTE_OF_DAY);
    return "@" + node + "x" + minute + "x" + count.incrementAndGet() + "x" + open.incrementAndGet();
  }

  void end() {
    open.decrementAndGet();
  }

  public int open() {
    return open.get();
  }
}
