package org.packhouse.lab.report;

import java.util.List;

/**
 * A figure of a target against that of the first target, round by round.
 *
 * @param figure what is compared
 * @param values one for each round that both have
 */
record Ratio(String figure, String target, int stage, List<Double> values) {

  /** Their geometric mean. */
  double mean() {
    return Math.exp(values.stream().mapToDouble(Math::log).average().orElse(0));
  }

  double least() {
    return values.stream().mapToDouble(it -> it).min().orElse(1);
  }

  double most() {
    return values.stream().mapToDouble(it -> it).max().orElse(1);
  }
}
