package org.packhouse.lab.load;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.packhouse.lab.load.ServerCost.Sample;
import org.packhouse.lab.operation.Done;
import org.packhouse.lab.target.Target;
import org.packhouse.lab.target.Usage;

/**
 * The start of a target as a stage: its time is that from the command until the server answers, its
 * processor time that of all its processes until then, and its memory what there is once nobody has
 * asked it anything for the duration of the stage.
 */
final class Restart {

  private static final String OPERATION = "start";

  private Restart() {}

  /**
   * Stops the target, starts it again and leaves it alone.
   *
   * @throws IOException if it cannot be started again
   */
  static StageRecord measure(Target target, int round, StageOrder order)
      throws IOException, InterruptedException {
    target.stop();
    long labBefore = LabProcessor.nanos();
    Usage before = target.usage();
    long began = System.nanoTime();
    target.startAgain();
    long took = System.nanoTime() - began;
    Usage ready = target.usage();
    TimeUnit.NANOSECONDS.sleep(order.stage().duration().toNanos());
    Usage idle = target.usage();
    double seconds = (System.nanoTime() - began) / 1e9;

    Tally tally = new Tally(OPERATION);
    tally.succeeded(new Done(0, 0), took, 1, false);
    StageFigures figures =
        new StageFigures(List.of(tally.figures()), seconds, LabProcessor.nanos() - labBefore, null);
    ServerCost cost =
        new ServerCost(
            idle.known(),
            (ready.processorNanos() - before.processorNanos()) / 1e9,
            idle.anonymousBytes(),
            Math.max(ready.gitProcesses(), idle.gitProcesses()),
            List.of(sample(took / 1e9, ready), sample(seconds, idle)),
            Meter.metrics(target));
    return new StageRecord(target.name(), round, order.number(), order.stage(), figures, cost);
  }

  private static Sample sample(double seconds, Usage usage) {
    return new Sample(seconds, usage.anonymousBytes(), usage.gitProcesses());
  }
}
