package org.packhouse.lab.load;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.packhouse.lab.load.OperationFigures.ErrorCount;
import org.packhouse.lab.operation.Done;

/** Counts one kind of operation in one stage, for many workers at once. */
final class Tally {

  private static final long MAX_MICROS = TimeUnit.HOURS.toMicros(2);
  private static final int DIGITS = 3;

  private final String name;
  private final Histogram times = new ConcurrentHistogram(MAX_MICROS, DIGITS);
  private final Histogram processor = new ConcurrentHistogram(MAX_MICROS, DIGITS);
  private final LongAdder done = new LongAdder();
  private final DoubleAdder within = new DoubleAdder();
  private final LongAdder verified = new LongAdder();
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder bytesWritten = new LongAdder();
  private final Map<String, ErrorCount> errors = new ConcurrentHashMap<>();
  private final AtomicBoolean begun = new AtomicBoolean();

  Tally(String name) {
    this.name = name;
  }

  /** True for the first that asks. */
  boolean isFirst() {
    return !begun.get() && begun.compareAndSet(false, true);
  }

  void succeeded(Done result, long nanos, double share, boolean sampled) {
    times.recordValue(Math.clamp(TimeUnit.NANOSECONDS.toMicros(nanos), 0, MAX_MICROS));
    done.increment();
    within.add(share);
    bytesRead.add(result.bytesRead());
    bytesWritten.add(result.bytesWritten());
    if (sampled) {
      verified.increment();
    }
  }

  /** Counts the processor time of the server for one of them, in nanoseconds. */
  void cost(long nanos) {
    processor.recordValue(Math.clamp(TimeUnit.NANOSECONDS.toMicros(nanos), 0, MAX_MICROS));
  }

  void failed(String kind, String message) {
    errors.merge(
        kind,
        new ErrorCount(1, message),
        (old, _) -> new ErrorCount(old.count() + 1, old.example()));
  }

  OperationFigures figures() {
    return new OperationFiguresBuilder()
        .name(name)
        .done(done.sum())
        .within(within.sum())
        .verified(verified.sum())
        .bytesRead(bytesRead.sum())
        .bytesWritten(bytesWritten.sum())
        .errors(new TreeMap<>(errors))
        .times(times.copy())
        .processor(processor.copy())
        .build();
  }
}
