package org.packhouse.app.platform.throttle;

import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.LongSupplier;

/**
 * Tickets that are given back after a while by themselves: a client that reads for longer has a
 * slow line, which costs next to nothing.
 */
final class Leases {

  /** Many times what a fast line takes for a clone of the usual size. */
  static final Duration MAX_LEASE = Duration.ofSeconds(1);

  private final ConcurrentLinkedDeque<Lease> out = new ConcurrentLinkedDeque<>();
  private final LongSupplier nanoTime;

  /** Takes the time as {@link System#nanoTime}. */
  Leases(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  private record Lease(Ticket ticket, long end) {}

  void add(Ticket ticket) {
    out.add(new Lease(ticket, nanoTime.getAsLong() + MAX_LEASE.toNanos()));
  }

  void end() {
    long now = nanoTime.getAsLong();
    for (Lease first = out.poll(); first != null; first = out.poll()) {
      if (now - first.end() < 0) {
        out.addFirst(first);
        return;
      }
      first.ticket().close();
    }
  }
}
