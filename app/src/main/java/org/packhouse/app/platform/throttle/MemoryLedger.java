package org.packhouse.app.platform.throttle;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Accounts for the machine's memory. Work may begin while available memory, less what running work
 * is expected to take yet, less what the new work is expected to take, stays above a floor.
 * Expectations are learnt by repository and kind of work from the peaks of ended work: a higher
 * peak is believed at once, a lower one takes away a quarter of the difference.
 */
final class MemoryLedger {

  private static final int MAX_LEARNT = 10_000;
  private static final int SLOWNESS = 4;

  /** Reading what is available takes microseconds, too much for each request of a crowd. */
  private static final long FRESH_NANOS = 50_000_000;

  private final long floor;
  private final Supplier<OptionalLong> available;
  private final LongSupplier nanoTime;
  private final Set<Holding> out = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Expectation, Long> peaks =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Expectation, Long> eldest) {
          return size() > MAX_LEARNT;
        }
      };
  private OptionalLong read = OptionalLong.empty();
  private long readAt;

  /** Keeps {@code floor} bytes available; refuses nothing while {@code available} is unknown. */
  MemoryLedger(long floor, Supplier<OptionalLong> available, LongSupplier nanoTime) {
    this.floor = floor;
    this.available = available;
    this.nanoTime = nanoTime;
    this.readAt = nanoTime.getAsLong() - 2 * FRESH_NANOS;
  }

  private record Expectation(TicketRequest.Target target, Work work) {}

  /** Memory of one piece of work. Guarded by the ledger. */
  static final class Holding {
    private final long expected;
    private long now;
    private long peak;

    private Holding(long expected) {
      this.expected = expected;
    }
  }

  synchronized Holding expect(TicketRequest request) {
    Long learnt = peaks.get(new Expectation(request.target(), request.work()));
    return new Holding(learnt == null ? request.memory().toBytes() : learnt);
  }

  /** Lets work begin if there is room, or {@code anyway}. */
  synchronized boolean take(Holding holding, boolean anyway) {
    if (!anyway && room() < holding.expected) {
      return false;
    }
    return out.add(holding);
  }

  synchronized void holds(Holding holding, long bytes) {
    holding.now = bytes;
    holding.peak = Math.max(holding.peak, bytes);
  }

  synchronized void giveBack(TicketRequest request, Holding holding) {
    out.remove(holding);
    if (holding.peak > 0) {
      peaks.merge(
          new Expectation(request.target(), request.work()),
          holding.peak,
          (before, peak) -> peak > before ? peak : before - (before - peak) / SLOWNESS);
    }
  }

  /** Returns the bytes that more work may take; negative if too much is running. */
  synchronized long room() {
    OptionalLong bytes = available();
    return bytes.isEmpty() ? Long.MAX_VALUE : bytes.getAsLong() - growth() - floor;
  }

  /** Returns the bytes that running work is expected to take yet. */
  synchronized long growth() {
    long growth = 0;
    for (Holding holding : out) {
      growth += Math.max(0, holding.expected - holding.now);
    }
    return growth;
  }

  synchronized OptionalLong available() {
    long now = nanoTime.getAsLong();
    if (now - readAt > FRESH_NANOS) {
      read = available.get();
      readAt = now;
    }
    return read;
  }

  long floor() {
    return floor;
  }

  /** Returns how many more tickets of the usual size there is memory for. */
  synchronized long roomInTickets() {
    long each = Work.CLONE.memory().toBytes();
    for (Holding holding : out) {
      each = Math.max(each, holding.expected);
    }
    return Math.floorDiv(room(), each);
  }
}
