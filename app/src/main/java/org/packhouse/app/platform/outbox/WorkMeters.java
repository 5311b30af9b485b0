package org.packhouse.app.platform.outbox;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.distribution.HistogramSnapshot;
import io.micrometer.core.instrument.distribution.ValueAtPercentile;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/**
 * Measures background work by kind: time from due to begun ({@code work.queue.time}), time of the
 * run ({@code work.run.time}), and number of runs ({@code work.running}). A long queue time means
 * too few workers, a long run time slow work.
 */
@Component
public class WorkMeters {

  private static final double HALF = 0.5;

  /** The time window of figures. */
  private static final Duration RECENT = Duration.ofMinutes(10);

  private final MeterRegistry meters;
  private final Map<String, Meters> kinds = new ConcurrentHashMap<>();

  WorkMeters(MeterRegistry meters) {
    this.meters = meters;
  }

  private record Meters(Timer queued, Timer ran, AtomicInteger running) {}

  /** Begins to measure a run, which was due for some time, until the result is closed. */
  public Piece begin(String work, Duration waited) {
    Piece piece = begin(work);
    piece.kind.queued.record(waited.isNegative() ? Duration.ZERO : waited);
    return piece;
  }

  /** Begins to measure a run for which it is unknown since when it was due. */
  public Piece begin(String work) {
    Meters kind = kinds.computeIfAbsent(work, this::meters);
    kind.running.incrementAndGet();
    return new Piece(kind);
  }

  private Meters meters(String work) {
    AtomicInteger running = new AtomicInteger();
    Gauge.builder("work.running", running, AtomicInteger::get)
        .description("Pieces of background work that run")
        .tag("work", work)
        .register(meters);
    return new Meters(
        timer("work.queue.time", "How long background work waited for a worker", work),
        timer("work.run.time", "How long background work ran", work),
        running);
  }

  private Timer timer(String name, String description, String work) {
    return Timer.builder(name)
        .description(description)
        .tag("work", work)
        .publishPercentiles(HALF)
        .distributionStatisticExpiry(RECENT)
        .register(meters);
  }

  /** Returns the figures by kind, ordered by name. */
  public List<WorkFigures> figures() {
    return kinds.entrySet().stream()
        .map(it -> figures(it.getKey(), it.getValue()))
        .sorted(Comparator.comparing(WorkFigures::work))
        .toList();
  }

  private static WorkFigures figures(String work, Meters kind) {
    return new WorkFigures(
        work, kind.running.get(), kind.ran.count(), times(kind.queued), times(kind.ran));
  }

  private static WorkFigures.Times times(Timer timer) {
    HistogramSnapshot recent = timer.takeSnapshot();
    ValueAtPercentile[] half = recent.percentileValues();
    return new WorkFigures.Times(
        half.length == 0 ? 0 : half[0].value(TimeUnit.MILLISECONDS),
        recent.max(TimeUnit.MILLISECONDS));
  }

  public static final class Piece implements AutoCloseable {

    private final Meters kind;
    private final long begun = System.nanoTime();

    private Piece(Meters kind) {
      this.kind = kind;
    }

    @Override
    public void close() {
      kind.running.decrementAndGet();
      kind.ran.record(System.nanoTime() - begun, TimeUnit.NANOSECONDS);
    }
  }
}
