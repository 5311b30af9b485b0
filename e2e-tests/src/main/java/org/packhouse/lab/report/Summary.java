package org.packhouse.lab.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.packhouse.lab.experiment.Experiment.Stage;
import org.packhouse.lab.load.OperationFigures;
import org.packhouse.lab.load.StageRecord;

/** Figures of a run that are made of those that were measured. */
final class Summary {

  /** Throughput, all operations together. */
  static final String THROUGHPUT = "throughput";

  /** Processor time of the server for an operation. */
  static final String PROCESSOR = "server CPU per operation";

  /** Begins the name of a figure: the server's processor time for one operation by itself. */
  static final String OWN_PROCESSOR = "server CPU p50 of ";

  private final Report report;

  Summary(Report report) {
    this.report = report;
  }

  /** The targets that have figures, in the order of the experiment. */
  List<String> targets() {
    Set<String> names = new LinkedHashSet<>();
    report.experiment().targets().forEach(it -> names.add(it.name()));
    names.removeIf(name -> report.stages().stream().noneMatch(it -> it.target().equals(name)));
    return List.copyOf(names);
  }

  /** The numbers of the stages that have figures. */
  List<Integer> stages() {
    return report.stages().stream().map(StageRecord::number).distinct().sorted().toList();
  }

  /** The names of all operations that were done. */
  List<String> operations() {
    Set<String> names = new LinkedHashSet<>();
    report.stages().stream()
        .flatMap(it -> it.figures().operations().stream())
        .forEach(it -> names.add(it.name()));
    return List.copyOf(names);
  }

  /** Rounds of a stage of a target. */
  List<StageRecord> rounds(String target, int stage) {
    return report.stages().stream()
        .filter(it -> it.target().equals(target) && it.number() == stage)
        .toList();
  }

  /** What an operation came to in all rounds of a stage; empty if it was not done. */
  Optional<OperationFigures> operation(String target, int stage, String operation) {
    return rounds(target, stage).stream()
        .flatMap(it -> it.figures().operations().stream())
        .filter(it -> it.name().equals(operation))
        .reduce(OperationFigures::plus);
  }

  /** Operations a second in one round, all together. */
  static double perSecond(StageRecord stage) {
    return within(stage) / Math.max(1e-9, stage.figures().seconds());
  }

  private static double within(StageRecord stage) {
    return stage.figures().operations().stream().mapToDouble(OperationFigures::within).sum();
  }

  /** Seconds of all rounds of a stage. */
  double seconds(String target, int stage) {
    return rounds(target, stage).stream().mapToDouble(it -> it.figures().seconds()).sum();
  }

  /** How many operations succeeded and failed, all together. */
  static long ended(StageRecord stage) {
    return stage.figures().operations().stream().mapToLong(it -> it.done() + it.failed()).sum();
  }

  /** Milliseconds of the server's processor for an operation, all together; NaN if not known. */
  static double processorMillis(StageRecord stage) {
    return stage.server().known() && ended(stage) > 0
        ? stage.server().processorSeconds() * 1000 / ended(stage)
        : Double.NaN;
  }

  /** The same over all rounds of a stage. */
  double processorMillis(String target, int stage) {
    return rounds(target, stage).stream()
        .mapToDouble(Summary::processorMillis)
        .filter(Double::isFinite)
        .average()
        .orElse(Double.NaN);
  }

  /** Seconds of the lab's own processor. */
  double labSeconds() {
    return report.stages().stream().mapToLong(it -> it.figures().labProcessorNanos()).sum() / 1e9;
  }

  /** How many operations ended in the whole run. */
  long ended() {
    return report.stages().stream().mapToLong(Summary::ended).sum();
  }

  /** All targets but the first against the first. */
  List<Ratio> ratios() {
    List<Ratio> ratios = new ArrayList<>();
    for (int stage : stages()) {
      for (String target : targets().stream().skip(1).toList()) {
        add(ratios, THROUGHPUT, target, stage, Summary::perSecond);
        for (String operation : operations()) {
          add(ratios, operation + ", p50", target, stage, it -> percentile(it, operation, 50));
          add(ratios, operation + ", p99", target, stage, it -> percentile(it, operation, 99));
          add(ratios, OWN_PROCESSOR + operation, target, stage, it -> own(it, operation));
        }
        add(ratios, PROCESSOR, target, stage, Summary::processorMillis);
      }
    }
    return ratios;
  }

  private static double percentile(StageRecord stage, String operation, double percentile) {
    return stage.figures().operations().stream()
        .filter(it -> it.name().equals(operation) && it.done() > 0)
        .mapToDouble(it -> millis(it, percentile))
        .findFirst()
        .orElse(Double.NaN);
  }

  private static double own(StageRecord stage, String operation) {
    return stage.figures().operations().stream()
        .filter(it -> it.name().equals(operation))
        .mapToDouble(Summary::ownProcessorMillis)
        .findFirst()
        .orElse(Double.NaN);
  }

  /**
   * Half of the operations took the server so many milliseconds of processor time by themselves, or
   * less; NaN if that was not measured.
   */
  static double ownProcessorMillis(OperationFigures figures) {
    return figures.processor().getTotalCount() > 0
        ? figures.processor().getValueAtPercentile(50) / 1e3
        : Double.NaN;
  }

  /** A percentile of response times, in milliseconds. */
  static double millis(OperationFigures figures, double percentile) {
    return figures.times().getValueAtPercentile(percentile) / 1e3;
  }

  /** What an operation moves both ways, over its mean time: its own pace, not that of all. */
  static double megabytesPerSecond(OperationFigures figures) {
    double bytes = (double) (figures.bytesRead() + figures.bytesWritten()) / figures.done();
    return bytes / figures.times().getMean();
  }

  private void add(
      List<Ratio> ratios,
      String figure,
      String target,
      int stage,
      ToDoubleFunction<StageRecord> value) {
    List<StageRecord> first = rounds(targets().getFirst(), stage);
    List<StageRecord> other = rounds(target, stage);
    List<Double> values =
        IntStream.range(0, Math.min(first.size(), other.size()))
            .mapToDouble(i -> value.applyAsDouble(other.get(i)) / value.applyAsDouble(first.get(i)))
            .filter(it -> Double.isFinite(it) && it > 0)
            .boxed()
            .toList();
    if (!values.isEmpty()) {
      ratios.add(new Ratio(figure, target, stage, values));
    }
  }

  /** What a stage is called, such as {@code 32 workers}. */
  String label(int number) {
    Stage stage = report.experiment().load().stages().get(number - 1);
    if (stage.restart()) {
      return "start";
    }
    boolean rates = report.experiment().load().open();
    if (rates) {
      return "rate x" + Numbers.plain(stage.rateFactor());
    }
    return switch (stage.workers()) {
      case 0 -> "no workers";
      case 1 -> "1 worker";
      default -> stage.workers() + " workers";
    };
  }
}
