package org.packhouse.app.platform.throttle.queue;

import java.util.Comparator;
import java.util.concurrent.CountDownLatch;

/** A waiting claim. All but the latch is guarded by the queue. */
final class Waiter {

  /** By turn, then by arrival. */
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

  enum Fate {
    WAITS,
    GRANTED,
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
