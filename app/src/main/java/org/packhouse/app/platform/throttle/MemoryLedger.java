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
 * Accounts of the memory of the machine: what is available, what running work may still grow to,
 * and what it took before.
 *
 * <p>Work may begin while what is available, less what running work is expected to take beyond what
 * it holds, less what the work itself is expected to take, stays above a floor. What work is
 * expected to take is learnt, for each repository and kind of work, from the peaks of work that has
 * ended: a higher peak is believed at once, a lower one takes away a quarter of the difference.
 */
final class MemoryLedger {

  private static final int MAX_LEARNT = 10_000;
  private static final int SLOWNESS = 4;

  /** To read what is available takes microseconds, but not each time in a crowd. */
  private static final long FRESH_NANOS = 50_000_000;

  private final long floor;
  private final Supplier<OptionalLong> available;
  private final LongSupplier nanoTime;
  private final Set<Holding> out = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Learnt, Long> peaks =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Learnt, Long> eldest) {
          return size() > MAX_LEARNT;
        }
      };
  private OptionalLong read = OptionalLong.empty();
  private long readAt;

  /**
   * Makes them.
   *
   * @param floor bytes that stay available
   * @param available tells how many bytes are; empty: nobody knows, and nothing is refused
   * @param nanoTime as {@link System#nanoTime}
   */
  MemoryLedger(long floor, Supplier<OptionalLong> available, LongSupplier nanoTime) {
    this.floor = floor;
    this.available = available;
    this.nanoTime = nanoTime;
    this.readAt = nanoTime.getAsLong() - 2 * FRESH_NANOS;
  }

  private record Learnt(TicketRequest.Target target, Work work) {}

  /** Memory of one piece of work. Guarded by the ledger. */
  static final class Holding {
    private final long expected;
    private long now;
    private long peak;

    private Holding(long expected) {
      this.expected = expected;
    }
  }

  /** What a request is expected to take. */
  synchronized Holding expect(TicketRequest request) {
    Long learnt = peaks.get(new Learnt(request.target(), request.work()));
    return new Holding(learnt == null ? request.memory().toBytes() : learnt);
  }

  /**
   * Lets work begin.
   *
   * @param anyway even if there is no room for it
   * @return whether it may
   */
  synchronized boolean take(Holding holding, boolean anyway) {
    if (!anyway && room() < holding.expected) {
      return false;
    }
    return out.add(holding);
  }

  /** Takes note of what running work holds now. */
  synchronized void holds(Holding holding, long bytes) {
    holding.now = bytes;
    holding.peak = Math.max(holding.peak, bytes);
  }

  /** Takes note that work has ended, and of what it took at most, if that was seen. */
  synchronized void giveBack(TicketRequest request, Holding holding) {
    out.remove(holding);
    if (holding.peak > 0) {
      peaks.merge(
          new Learnt(request.target(), request.work()),
          holding.peak,
          (before, peak) -> peak > before ? peak : before - (before - peak) / SLOWNESS);
    }
  }

  /** Bytes that more work may take; less than 0: too much works. */
  synchronized long room() {
    OptionalLong bytes = available();
    return bytes.isEmpty() ? Long.MAX_VALUE : bytes.getAsLong() - growth() - floor;
  }

  /** Bytes that running work is expected to take yet. */
  synchronized long growth() {
    long growth = 0;
    for (Holding holding : out) {
      growth += Math.max(0, holding.expected - holding.now);
    }
    return growth;
  }

  /** Bytes that are available; empty if nobody knows. */
  synchronized OptionalLong available() {
    long now = nanoTime.getAsLong();
    if (now - readAt > FRESH_NANOS) {
      read = available.get();
      readAt = now;
    }
    return read;
  }

  /** Bytes that stay available. */
  long floor() {
    return floor;
  }

  /** For how many tickets more there is room, if they take what those that are out do. */
  synchronized long roomInTickets() {
    long each = Work.CLONE.memory().toBytes();
    for (Holding holding : out) {
      each = Math.max(each, holding.expected);
    }
    return Math.floorDiv(room(), each);
  }
}
