package org.packhouse.app.platform.throttle;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLongArray;
import org.springframework.stereotype.Component;

/**
 * Measures how long people wait for pages, REST and ref advertisements. The first two limit {@code
 * cached-responses}; advertisements begin every clone, by which a storm would hold itself up. Waits
 * are counted in classes that differ by a tenth, in constant memory.
 */
@Component
public final class PeopleWaits {

  public enum Kind {
    PAGE,
    REST,
    /** {@code info/refs} or {@code ls-refs}. */
    ADVERTISEMENT
  }

  /** Intervals that count as lately. */
  static final int INTERVALS = 5;

  private static final int CLASSES = 128;
  private static final double RATIO = 1.1;
  private static final double PART = 0.99;

  private final Map<Kind, Timer> timers = new EnumMap<>(Kind.class);
  private final AtomicLongArray current = new AtomicLongArray(CLASSES);
  private final Deque<long[]> before = new ArrayDeque<>();
  private volatile Seen seen = new Seen(-1, -1);

  /** Publishes the waits of each kind as {@code people.wait}. */
  public PeopleWaits(MeterRegistry registry) {
    for (Kind kind : Kind.values()) {
      timers.put(
          kind,
          Timer.builder("people.wait")
              .description("How long people waited for pages, REST and lists of refs")
              .tag("kind", kind.name().toLowerCase(Locale.ROOT))
              .register(registry));
    }
    Gauge.builder("people.wait.p99", this, waits -> Math.max(0, waits.seen.lately()) / 1000)
        .description("What 99 of 100 requests for pages and REST waited at most, lately")
        .baseUnit("seconds")
        .register(registry);
  }

  /** 99th percentiles in milliseconds, of one interval and {@value #INTERVALS}; negative: none. */
  public record Seen(double latest, double lately) {}

  public void waited(Kind kind, Duration wait) {
    Objects.requireNonNull(timers.get(kind)).record(wait);
    if (kind != Kind.ADVERTISEMENT) {
      current.incrementAndGet(classOf(wait.toNanos() / 1e6));
    }
  }

  /** Returns the waits as of the end of the last interval. */
  public Seen seen() {
    return seen;
  }

  /** Ends an interval. */
  synchronized Seen next() {
    long[] latest = new long[CLASSES];
    long[] lately = new long[CLASSES];
    for (int i = 0; i < CLASSES; i++) {
      latest[i] = current.getAndSet(i, 0);
    }
    before.add(latest);
    if (before.size() > INTERVALS) {
      before.removeFirst();
    }
    for (long[] interval : before) {
      for (int i = 0; i < CLASSES; i++) {
        lately[i] += interval[i];
      }
    }
    Seen now = new Seen(most(latest), most(lately));
    seen = now;
    return now;
  }

  /** Returns the class of a wait; the first ends with a millisecond. */
  private static int classOf(double millis) {
    return millis <= 1
        ? 0
        : Math.min(CLASSES - 1, (int) Math.ceil(Math.log(millis) / Math.log(RATIO)));
  }

  private static double most(long[] counts) {
    long all = 0;
    for (long count : counts) {
      all += count;
    }
    long within = (long) Math.ceil(all * PART);
    long sum = 0;
    for (int i = 0; i < counts.length; i++) {
      sum += counts[i];
      if (all > 0 && sum >= within) {
        return Math.pow(RATIO, i);
      }
    }
    return -1;
  }
}
