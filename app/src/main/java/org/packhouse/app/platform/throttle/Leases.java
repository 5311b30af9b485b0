package org.packhouse.app.platform.throttle;

import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.LongSupplier;

/**
 * Tickets that go back by themselves after a while. Whoever takes a response for longer has a slow
 * line, over which it costs next to nothing: it does not keep the ticket from others.
 */
final class Leases {

  /** Many times what a fast line takes for a clone of the usual size. */
  static final Duration MAX_LEASE = Duration.ofSeconds(1);

  private final ConcurrentLinkedDeque<Lease> out = new ConcurrentLinkedDeque<>();
  private final LongSupplier nanoTime;

  /**
   * Makes none.
   *
   * @param nanoTime as {@link System#nanoTime}
   */
  Leases(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  private record Lease(Ticket ticket, long end) {}

  /** Has a ticket go back in time. */
  void add(Ticket ticket) {
    out.add(new Lease(ticket, nanoTime.getAsLong() + MAX_LEASE.toNanos()));
  }

  /** Gives those back whose time is over. */
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
