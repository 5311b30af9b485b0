package org.packhouse.lab.load;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.operation.Done;
import org.packhouse.lab.operation.ServerProcessor;
import org.packhouse.lab.operation.Turn;
import org.packhouse.lab.wire.OperationFailedException;
import org.packhouse.lab.wire.VerificationException;

/** Does single operations and counts what comes of them. */
final class Performer {

  private static final int SAMPLE = 200;
  private static final long PAUSE_AFTER_ERROR = TimeUnit.MILLISECONDS.toNanos(100);

  private final List<PlannedOperation> operations;
  private final List<Tally> tallies;
  private final StageClock clock;
  private final ServerProcessor processor;
  private final Progress progress;
  private final AtomicIntegerArray running;
  private final AtomicReference<@Nullable String> failure = new AtomicReference<>();

  Performer(
      List<PlannedOperation> operations,
      StageClock clock,
      ServerProcessor processor,
      Progress progress) {
    this.operations = operations;
    this.tallies = operations.stream().map(it -> new Tally(it.name())).toList();
    this.running = new AtomicIntegerArray(operations.size());
    this.clock = clock;
    this.processor = processor;
    this.progress = progress;
  }

  /** Why the run has to end; null if it need not. */
  @Nullable String failure() {
    return failure.get();
  }

  List<OperationFigures> figures() {
    return tallies.stream().map(Tally::figures).toList();
  }

  /**
   * Does one operation.
   *
   * @param due when it was to begin, in nanoseconds since the stage began: its response time counts
   *     from there
   */
  void perform(int index, int worker, long number, RandomGenerator random, long due)
      throws InterruptedException {
    PlannedOperation planned = operations.get(index);
    Tally tally = tallies.get(index);
    boolean sampled = tally.isFirst() || Math.floorMod(31L * worker + number, SAMPLE) == SAMPLE - 1;
    Turn turn = new Turn(worker, number, random, planned.link(), sampled, processor);
    running.incrementAndGet(index);
    try {
      OptionalLong before = processor.nanos();
      Done done = planned.operation().perform(turn);
      long end = clock.elapsed() - done.verifyingNanos();
      countProcessor(tally, before, done, sampled);
      tally.succeeded(done, end - due, clock.within(due, end), sampled);
      progress.add(1, 0);
    } catch (VerificationException e) {
      fail("The response to " + planned.name() + " is broken: " + words(e) + ".");
    } catch (IOException e) {
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedException();
      }
      tally.failed(kind(e), words(e));
      progress.add(0, 1);
      clock.waitUntil(clock.elapsed() + PAUSE_AFTER_ERROR);
    } catch (RuntimeException e) {
      fail("The lab's operation " + planned.name() + " failed: " + e + ".");
    }
    running.decrementAndGet(index);
  }

  /** What real git asks of the server for a sampled one is not the operation's. */
  private void countProcessor(Tally tally, OptionalLong before, Done done, boolean sampled) {
    OptionalLong after = processor.nanos();
    if (!sampled && before.isPresent() && after.isPresent()) {
      tally.cost(after.getAsLong() - before.getAsLong() - done.foreignProcessorNanos());
    }
  }

  /** Counts the operations that were cut off because they took too long. */
  void countCutOff(String message) {
    for (int i = 0; i < tallies.size(); i++) {
      for (int left = running.get(i); left > 0; left--) {
        tallies.get(i).failed("did not end", message);
        progress.add(0, 1);
      }
    }
  }

  private void fail(String sentence) {
    if (failure.compareAndSet(null, sentence)) {
      clock.halt();
    }
  }

  private static String kind(IOException e) {
    return switch (e) {
      case OperationFailedException refused -> refused.kind();
      case ConnectException _ -> "no connection";
      case SocketTimeoutException _ -> "no response in time";
      default -> "connection lost";
    };
  }

  private static String words(IOException e) {
    String message = e.getMessage();
    String line =
        message == null ? e.getClass().getSimpleName() : message.lines().findFirst().orElse("");
    return line.strip().replaceAll("\\.$", "");
  }
}
