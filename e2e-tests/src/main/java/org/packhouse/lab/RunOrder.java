package org.packhouse.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.packhouse.lab.experiment.Experiment;

/**
 * The order to run an experiment, and the place for its report.
 *
 * @param quick whether the experiment was shortened
 * @param report the directory of the report
 * @param workers addresses of worker processes; empty if clients run in this one
 * @param secret what lab and workers share; empty without workers
 */
record RunOrder(
    Experiment experiment, boolean quick, Path report, List<String> workers, String secret) {

  /** A server has clones wait for five minutes; a slow client takes what it gets after that. */
  private static final Duration PATIENCE = Duration.ofMinutes(8);

  private static final Duration QUICK_PATIENCE = Duration.ofMinutes(1);

  /** How long after a stage's end its operations may still take. */
  Duration patience() {
    return quick ? QUICK_PATIENCE : PATIENCE;
  }
}
