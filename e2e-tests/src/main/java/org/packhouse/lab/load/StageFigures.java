package org.packhouse.lab.load;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of client machines for one stage.
 *
 * @param operations in the order of the experiment
 * @param seconds how long the stage was; shorter than planned if it failed
 * @param labProcessorNanos what the client itself took, real git's checks included
 * @param failure why the run has to end, in one sentence; null if it need not
 */
public record StageFigures(
    List<OperationFigures> operations,
    double seconds,
    long labProcessorNanos,
    @Nullable String failure) {

  /** These and those of another client machine that ran at the same time. */
  public StageFigures plus(StageFigures other) {
    List<OperationFigures> sums = new ArrayList<>();
    for (int i = 0; i < operations.size(); i++) {
      sums.add(operations.get(i).plus(other.operations.get(i)));
    }
    return new StageFigures(
        List.copyOf(sums),
        Math.max(seconds, other.seconds),
        labProcessorNanos + other.labProcessorNanos,
        failure != null ? failure : other.failure);
  }
}
