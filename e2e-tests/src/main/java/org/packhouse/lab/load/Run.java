package org.packhouse.lab.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.Experiment;
import org.packhouse.lab.experiment.Experiment.Load;
import org.packhouse.lab.experiment.Experiment.Stage;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.load.ClientMachines.Preparation;
import org.packhouse.lab.load.Contestants.Contestant;
import org.packhouse.lab.load.OperationFigures.ErrorCount;
import org.packhouse.lab.measure.OwnGroup;

/**
 * Runs an experiment: starts all targets, then lets each have its turn in each round, A B A B, so
 * that what changes on the machine in the meantime meets all of them. A turn is a warm-up and then
 * each stage. Whatever ends a run, its targets are stopped.
 */
public final class Run {

  private final Experiment experiment;
  private final Parts parts;
  private final ClientMachines machines;
  private final Workplace workplace;
  private final Journal journal;
  private final Duration patience;

  /**
   * Makes one.
   *
   * @param patience how long after a stage's end its operations may still take
   */
  public Run(
      Experiment experiment,
      Parts parts,
      ClientMachines machines,
      Workplace workplace,
      Journal journal,
      Duration patience) {
    this.experiment = experiment;
    this.parts = parts;
    this.machines = machines;
    this.workplace = workplace;
    this.journal = journal;
    this.patience = patience;
  }

  /**
   * Runs it to its end; an interrupt ends it early.
   *
   * @throws RunFailedException saying in one sentence why the run ended before its time
   */
  public void run() throws RunFailedException, InterruptedException {
    try (Contestants contestants =
        new Contestants(experiment, parts, workplace.scratch(), journal)) {
      contestants.start(repositories());
      roundsApart(contestants.all());
    } catch (IOException e) {
      throw new RunFailedException(Sentence.of(e), e);
    }
  }

  /** The clients of this machine are not in the servers' control groups. */
  private void roundsApart(List<Contestant> contestants)
      throws RunFailedException, IOException, InterruptedException {
    Optional<OwnGroup> own = OwnGroup.enter("client");
    try {
      if (own.isEmpty()) {
        journal.note(
            "This machine allows no control group: clients shared theirs with other processes.");
      }
      rounds(contestants);
    } finally {
      own.ifPresent(OwnGroup::close);
    }
  }

  private List<TestRepository> repositories() throws RunFailedException {
    List<TestRepository> repositories = new ArrayList<>();
    for (RepositoryPlan plan : experiment.repositories()) {
      journal.doing("making repository " + plan.name());
      try {
        repositories.addAll(parts.repositories(plan, workplace.repositories()));
      } catch (IOException e) {
        throw new RunFailedException(
            "The repository %s could not be made: %s".formatted(plan.name(), Sentence.of(e)), e);
      }
    }
    return repositories;
  }

  private void rounds(List<Contestant> contestants)
      throws RunFailedException, IOException, InterruptedException {
    for (int round = 1; round <= experiment.rounds(); round++) {
      for (Contestant contestant : contestants) {
        if (round == 1) {
          pushYoungPacks(contestant);
        }
        journal.doing("preparing clients for " + contestant.name());
        try (LoadGenerator generator =
            machines.prepare(preparation(contestant, contestant.operations()))) {
          warmUp(contestant, round, generator);
          int number = 0;
          for (Stage stage : experiment.load().stages()) {
            number++;
            measure(contestant, round, order(contestant, number, stage), generator);
          }
        }
      }
    }
  }

  private void pushYoungPacks(Contestant contestant)
      throws RunFailedException, IOException, InterruptedException {
    for (RepositoryPlan plan : experiment.repositories()) {
      int count = plan.surroundings().youngPacks();
      if (count > 0) {
        String told = "pushing young packs to " + contestant.name();
        try (LoadGenerator generator =
            machines.prepare(preparation(contestant, List.of(YoungPacks.push(plan))))) {
          check(
              contestant,
              "the pushes before",
              YoungPacks.push(count, generator, patience, journal, told));
        }
      }
    }
  }

  private Preparation preparation(Contestant contestant, List<OperationPlan> operations) {
    return new Preparation(
        contestant.name(),
        experiment.repositories(),
        operations,
        contestant.target().endpoints(),
        experiment.link(),
        contestant.target()::exactProcessorNanos);
  }

  private StageOrder order(Contestant contestant, int number, Stage stage) {
    Load load = experiment.load();
    int times = load.ratesPerNode() ? contestant.target().endpoints().size() : 1;
    return new StageOrder(
        number, stage.withRates(times), load.open(), experiment.seed() * 1000 + number, patience);
  }

  private void warmUp(Contestant contestant, int round, LoadGenerator generator)
      throws RunFailedException, IOException, InterruptedException {
    Duration warmUp = experiment.load().warmUp();
    Stage first = experiment.load().stages().getFirst();
    if (warmUp.isZero() || first.restart()) {
      return;
    }
    StageOrder order = order(contestant, 0, new Stage(first.workers(), first.rateFactor(), warmUp));
    Progress progress = journal.begins(contestant.name(), round, 0, order.stage());
    check(contestant, "the warm-up", generator.run(order, progress));
  }

  private void measure(Contestant contestant, int round, StageOrder order, LoadGenerator generator)
      throws RunFailedException, IOException, InterruptedException {
    Progress progress = journal.begins(contestant.name(), round, order.number(), order.stage());
    if (order.stage().restart()) {
      journal.ended(Restart.measure(contestant.target(), round, order));
      progress.add(1, 0);
      return;
    }
    if (order.stage().alone() > 0) {
      StageRecord alone =
          new Alone(contestant.target(), generator, order, round, journal).measure(round);
      tellPacks(contestant);
      journal.ended(alone);
      check(contestant, "stage " + order.number(), alone.figures());
      return;
    }
    StageFigures figures;
    ServerCost cost;
    try (Meter meter = Meter.start(contestant.target())) {
      figures = generator.run(order, progress);
      cost = meter.cost();
    }
    journal.ended(
        new StageRecord(contestant.name(), round, order.number(), order.stage(), figures, cost));
    check(contestant, "stage " + order.number(), figures);
  }

  private void tellPacks(Contestant contestant) {
    OptionalLong packs = contestant.target().packs();
    if (packs.isPresent()) {
      journal.note(
          "When operations had been made alone, %s had %d packs."
              .formatted(contestant.name(), packs.getAsLong()));
    }
  }

  /** Figures of what never succeeded are worth nothing. */
  private static void check(Contestant contestant, String stage, StageFigures figures)
      throws RunFailedException {
    if (figures.failure() != null) {
      throw new RunFailedException(
          "In %s of %s: %s".formatted(stage, contestant.name(), figures.failure()));
    }
    for (OperationFigures each : figures.operations()) {
      if (each.done() == 0 && each.failed() > 0) {
        throw new RunFailedException(
            "In %s of %s all %d of %s failed: %s."
                .formatted(
                    stage, contestant.name(), each.failed(), each.name(), words(each.errors())));
      }
    }
  }

  private static String words(Map<String, ErrorCount> errors) {
    return errors.entrySet().stream()
        .map(it ->
            "%s %d times, such as \"%s\""
                .formatted(it.getKey(), it.getValue().count(), it.getValue().example()))
        .collect(Collectors.joining(", "));
  }
}
