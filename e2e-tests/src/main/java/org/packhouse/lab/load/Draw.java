package org.packhouse.lab.load;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Draws by weight among the operations that come at no rate of their own. */
final class Draw {

  private final int[] indexes;
  private final double[] weights;
  private final double sum;

  Draw(List<PlannedOperation> operations) {
    indexes =
        IntStream.range(0, operations.size())
            .filter(it -> operations.get(it).plan().ratePerHour() == 0)
            .toArray();
    weights = IntStream.of(indexes).mapToDouble(it -> operations.get(it).plan().weight()).toArray();
    sum = Arrays.stream(weights).sum();
  }

  boolean isEmpty() {
    return indexes.length == 0;
  }

  /** The index of an operation. */
  int next(RandomGenerator random) {
    double point = random.nextDouble() * sum;
    int i = 0;
    while (i < indexes.length - 1 && point >= weights[i]) {
      point -= weights[i];
      i++;
    }
    return indexes[i];
  }
}
