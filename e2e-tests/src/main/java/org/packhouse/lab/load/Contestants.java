package org.packhouse.lab.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.Experiment;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.target.Target;

/**
 * The targets of a run. They start side by side, because each waits for its programs most of the
 * time, and end side by side.
 */
final class Contestants implements AutoCloseable {

  private final Experiment experiment;
  private final Parts parts;
  private final Path scratch;
  private final Journal journal;
  private final List<Contestant> all = new ArrayList<>();

  Contestants(Experiment experiment, Parts parts, Path scratch, Journal journal) {
    this.experiment = experiment;
    this.parts = parts;
    this.scratch = scratch;
    this.journal = journal;
  }

  /**
   * A target and what is done to it.
   *
   * @param operations those of the experiment that it serves
   */
  record Contestant(String name, Target target, List<OperationPlan> operations) {}

  /** Those that there are, in the order of the experiment. */
  List<Contestant> all() {
    return all;
  }

  /**
   * Starts them; when one does not start, those that are about to are not waited for.
   *
   * @throws RunFailedException saying which did not start, and why
   */
  void start(List<TestRepository> repositories) throws RunFailedException, InterruptedException {
    for (TargetPlan plan : experiment.targets()) {
      all.add(make(plan));
    }
    journal.doing(
        "starting " + all.stream().map(Contestant::name).collect(Collectors.joining(", ")));
    try (ExecutorService threads = threads("start-")) {
      CompletionService<Contestant> starts = new ExecutorCompletionService<>(threads);
      all.forEach(each -> starts.submit(() -> started(each, repositories)));
      try {
        for (int left = all.size(); left > 0; left--) {
          starts.take().get();
        }
      } catch (ExecutionException e) {
        throw failure(e);
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private Contestant make(TargetPlan plan) throws RunFailedException {
    Target target;
    try {
      target = parts.target(plan, scratch.resolve("target-" + all.size()));
    } catch (IOException e) {
      throw didNotStart(plan.name(), e);
    }
    List<OperationPlan> meant =
        experiment.operations().stream().filter(it -> it.isFor(plan)).toList();
    List<OperationPlan> served = meant.stream().filter(target::serves).toList();
    if (served.isEmpty()) {
      target.close();
      throw new RunFailedException(
          "The target %s serves none of the operations of %s."
              .formatted(plan.name(), experiment.name()));
    }
    List<OperationPlan> missing = new ArrayList<>(meant);
    missing.removeAll(served);
    missing.forEach(it ->
        journal.note(
            "The target %s does not serve %s over %s."
                .formatted(plan.name(), it.operation(), it.transport())));
    return new Contestant(plan.name(), target, served);
  }

  private static Contestant started(Contestant contestant, List<TestRepository> repositories)
      throws RunFailedException {
    try {
      contestant.target().start(repositories);
      return contestant;
    } catch (IOException e) {
      throw didNotStart(contestant.name(), e);
    }
  }

  private static RunFailedException didNotStart(String name, IOException e) {
    return new RunFailedException(
        "The target %s did not start: %s".formatted(name, Sentence.of(e)), e);
  }

  private static RunFailedException failure(ExecutionException e) {
    return switch (Objects.requireNonNull(e.getCause())) {
      case RunFailedException failed -> failed;
      case RuntimeException broken -> throw broken;
      default -> throw new IllegalStateException(e.getCause());
    };
  }

  /** What goes wrong with one leaves none of the others running. */
  @Override
  public void close() {
    Queue<String> problems = new ConcurrentLinkedQueue<>();
    try (ExecutorService threads = threads("stop-")) {
      all.forEach(each -> threads.execute(() -> close(each, problems)));
    }
    problems.forEach(journal::note);
  }

  private static void close(Contestant contestant, Queue<String> problems) {
    try {
      contestant.target().close();
    } catch (RuntimeException e) {
      problems.add("The target %s did not end well: %s.".formatted(contestant.name(), e));
    }
  }

  private static ExecutorService threads(String name) {
    return Executors.newThreadPerTaskExecutor(Thread.ofPlatform().name(name, 0).factory());
  }
}
