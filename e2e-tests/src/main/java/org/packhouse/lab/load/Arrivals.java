package org.packhouse.lab.load;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * The times at which operations come that have a rate: at random with that mean, the same each time
 * for a seed. All client machines draw all arrivals and take their share of them.
 */
final class Arrivals {

  private static final double NANOS_PER_HOUR = TimeUnit.HOURS.toNanos(1);

  private final List<Stream> streams = new ArrayList<>();
  private final Share share;
  private long count;

  Arrivals(List<PlannedOperation> operations, StageOrder order, Share share) {
    this.share = share;
    for (int i = 0; i < operations.size(); i++) {
      double rate = operations.get(i).plan().ratePerHour() * order.stage().rateFactor();
      if (rate > 0) {
        streams.add(new Stream(i, NANOS_PER_HOUR / rate, order.seed()));
      }
    }
  }

  /**
   * One operation that is due.
   *
   * @param operation its index
   * @param due nanoseconds after the beginning of the stage
   * @param seed of what it draws
   */
  record Arrival(int operation, long due, long seed) {}

  boolean areNone() {
    return streams.isEmpty();
  }

  /** The next one of this machine; there is always one. */
  Arrival next() {
    while (true) {
      Stream first = streams.getFirst();
      for (Stream stream : streams) {
        if (stream.due < first.due) {
          first = stream;
        }
      }
      Arrival arrival = first.take();
      if (share.bears(count++)) {
        return arrival;
      }
    }
  }

  /** Arrivals of one operation. */
  private static final class Stream {

    private final int operation;
    private final double gap;
    private final SplittableRandom random;
    private long due;

    Stream(int operation, double gap, long seed) {
      this.operation = operation;
      this.gap = gap;
      this.random = new SplittableRandom(seed + 7919L * (operation + 1));
      step();
    }

    Arrival take() {
      Arrival arrival = new Arrival(operation, due, random.nextLong());
      step();
      return arrival;
    }

    private void step() {
      due += (long) (-Math.log(1 - random.nextDouble()) * gap);
    }
  }
}
