package org.packhouse.app.platform.throttle.queue;

import java.util.Comparator;
import java.util.concurrent.CountDownLatch;

/** A claim that waits. All but the latch is guarded by the queue. */
final class Waiter {

  /** By turn; of two with the same turn the one that came first. */
  static final Comparator<Waiter> BY_TURN =
      Comparator.<Waiter>comparingDouble(waiter -> waiter.turn)
          .thenComparingLong(waiter -> waiter.number);

  final Claim claim;
  final double turn;
  final long number;
  final CountDownLatch decided = new CountDownLatch(1);
  private Fate fate = Fate.WAITS;

  Waiter(Claim claim, double turn, long number) {
    this.claim = claim;
    this.turn = turn;
    this.number = number;
  }

  /** A state of a claim. */
  enum Fate {
    /** Nothing is decided. */
    WAITS,
    /** It has its place. */
    GRANTED,
    /** The queue was closed. */
    CLOSED
  }

  Fate fate() {
    return fate;
  }

  void decide(Fate decision) {
    fate = decision;
    decided.countDown();
  }
}
