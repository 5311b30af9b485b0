package org.packhouse.lab;

import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.experiment.Experiment;
import org.packhouse.lab.experiment.Experiment.Stage;
import org.packhouse.lab.load.Journal;
import org.packhouse.lab.load.Progress;
import org.packhouse.lab.load.StageRecord;
import org.packhouse.lab.report.Machine;
import org.packhouse.lab.report.Report;
import org.packhouse.lab.report.ReportBuilder;
import org.packhouse.lab.report.ReportFiles;

/** Keeps what a run has measured: each stage is in the file as soon as it has ended. */
final class RunJournal implements Journal {

  private final Experiment experiment;
  private final boolean quick;
  private final Machine machine;
  private final List<String> clients;
  private final ReportFiles files;
  private final Ticker ticker;
  private final Clock clock;
  private final Instant began;
  private final Set<String> notes = new LinkedHashSet<>();
  private final List<StageRecord> stages = new ArrayList<>();

  RunJournal(RunOrder order, Machine machine, ReportFiles files, Ticker ticker, Clock clock) {
    this.experiment = order.experiment();
    this.quick = order.quick();
    this.clients = order.workers();
    this.machine = machine;
    this.files = files;
    this.ticker = ticker;
    this.clock = clock;
    this.began = clock.instant();
  }

  @Override
  public void doing(String what) {
    ticker.begin(what, 0);
  }

  @Override
  public void note(String fact) {
    notes.add(fact);
  }

  @Override
  public Progress begins(String target, int round, int number, Stage stage) {
    String which =
        number == 0
            ? "warm-up"
            : "stage %d of %d".formatted(number, experiment.load().stages().size());
    return ticker.begin(
        "round %d of %d, %s, %s".formatted(round, experiment.rounds(), target, which),
        Math.max(1, stage.duration().toSeconds()));
  }

  @Override
  public void ended(StageRecord stage) throws IOException {
    stages.add(stage);
    files.writeFigures(report(null));
  }

  /**
   * All that is known so far.
   *
   * @param failure why the run ended before its time; null if it did not
   */
  Report report(@Nullable String failure) {
    return new ReportBuilder()
        .experiment(experiment)
        .quick(quick)
        .machine(machine)
        .clients(clients)
        .began(began)
        .ended(clock.instant())
        .failure(failure)
        .notes(List.copyOf(notes))
        .stages(List.copyOf(stages))
        .build();
  }
}
