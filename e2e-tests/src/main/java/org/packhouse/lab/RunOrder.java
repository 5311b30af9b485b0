package org.packhouse.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
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

  /** What the run is about to do, in one sentence. */
  String told() {
    List<String> stages = experiment.load().stages().stream().map(RunOrder::told).toList();
    return "%s%s: %d %s of %s; each warms up for %s, then %s."
        .formatted(
            experiment.name(),
            quick ? ", shortened" : "",
            experiment.rounds(),
            experiment.rounds() == 1 ? "round" : "rounds",
            experiment.targets().stream()
                .map(Experiment.TargetPlan::name)
                .collect(Collectors.joining(", ")),
            told(experiment.load().warmUp()),
            String.join(", ", stages));
  }

  private static String told(Experiment.Stage stage) {
    String duration = told(stage.duration());
    if (stage.restart()) {
      return "a start and a rest of " + duration;
    }
    if (stage.alone() > 0) {
      return "%d operations alone with rests of %s".formatted(stage.alone(), duration);
    }
    return stage.workers() + " workers for " + duration;
  }

  private static String told(Duration duration) {
    return duration.toMillis() % 1000 == 0
        ? duration.toSeconds() + " s"
        : duration.toMillis() + " ms";
  }

  /** How long after a stage's end its operations may still take. */
  Duration patience() {
    return quick ? QUICK_PATIENCE : PATIENCE;
  }
}
