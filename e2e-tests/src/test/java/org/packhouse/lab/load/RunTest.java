package org.packhouse.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.packhouse.lab.load.Plans.atRate;
import static org.packhouse.lab.load.Plans.experiment;
import static org.packhouse.lab.load.Plans.operation;
import static org.packhouse.lab.load.Plans.restart;
import static org.packhouse.lab.load.Plans.stage;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.Surroundings;
import org.packhouse.lab.experiment.Experiment;
import org.packhouse.lab.experiment.Experiment.Load;
import org.packhouse.lab.experiment.Experiment.Stage;

class RunTest {

  @TempDir private Path directory;
  private TinyServer server;
  private TinyParts parts;
  private final Notebook notebook = new Notebook();

  @BeforeEach
  void startServer() throws Exception {
    server = new TinyServer();
    parts = new TinyParts(server);
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  /** Keeps what it is told. */
  private static final class Notebook implements Journal {

    private final List<StageRecord> stages = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<String> begun = new ArrayList<>();
    private boolean full;

    @Override
    public void doing(String what) {
      assertThat(what).isNotBlank();
    }

    @Override
    public void note(String fact) {
      notes.add(fact);
    }

    @Override
    public Progress begins(String target, int round, int number, Stage stage) {
      begun.add(target + round + number);
      return (_, _) -> {};
    }

    @Override
    public void ended(StageRecord stage) throws IOException {
      stages.add(stage);
      if (full) {
        throw new IOException("No space left on device");
      }
    }
  }

  @Test
  void letsTargetsHaveTheirTurnsOneAfterAnother() throws Exception {
    run(experiment(List.of("a", "b"), List.of(operation("clone", 1)), stage(2, 60), stage(4, 60)));
    assertThat(notebook.begun)
        .containsExactly(
            "a10", "a11", "a12", "b10", "b11", "b12", "a20", "a21", "a22", "b20", "b21", "b22");
    assertThat(notebook.stages).hasSize(8);
    assertThat(parts.events())
        .containsExactlyInAnyOrder("start a", "start b", "close a", "close b");
  }

  @Test
  void givesEachNodeOfATargetItsOwnRates() throws Exception {
    run(
        experiment(
            List.of("a", "pair"),
            List.of(atRate("clone", 40)),
            new Load(true, true, Duration.ZERO, List.of(stage(20, 1_000)))));
    List<Long> done =
        notebook.stages.stream().map(it -> it.figures().operations().getFirst().done()).toList();
    // The same stream of arrivals, drawn twice as close.
    assertThat((double) done.get(1) / done.getFirst()).isBetween(1.5, 2.5);
    assertThat(notebook.stages)
        .extracting(it -> it.stage().rateFactor())
        .containsExactly(1.0, 2.0, 1.0, 2.0);
  }

  @Test
  void startsAndStopsTargetsSideBySide() throws Exception {
    run(experiment(List.of("twin-1", "twin-2"), List.of(operation("clone", 1)), stage(2, 60)));
    assertThat(parts.events().subList(0, 2)).allMatch(it -> it.startsWith("start "));
    assertThat(parts.events()).filteredOn(it -> it.startsWith("close ")).hasSize(2);
  }

  @Test
  void waitsForNoOtherTargetWhenOneDoesNotStart() {
    assertThatThrownBy(() ->
            run(
                experiment(
                    List.of("endless", "lame"), List.of(operation("clone", 1)), stage(1, 50))))
        .hasMessage("The target lame did not start: Port 1 is taken.");
    assertThat(parts.events()).contains("close endless", "close lame");
  }

  @Test
  void measuresWhatAStageCostsTheServer() throws Exception {
    run(experiment(List.of("a"), List.of(operation("clone", 1)), stage(2, 500)));
    ServerCost cost = notebook.stages.getFirst().server();
    assertThat(cost.known()).isTrue();
    assertThat(cost.processorSeconds()).isPositive();
    assertThat(cost.peakAnonymousBytes()).isEqualTo(5 << 20);
    assertThat(cost.peakGitProcesses()).isEqualTo(3);
    assertThat(cost.samples()).hasSizeGreaterThan(1);
    long done = notebook.stages.getFirst().figures().operations().getFirst().done();
    assertThat(cost.metrics())
        .containsOnlyKeys("requests")
        .containsEntry("requests", (double) done);
  }

  @Test
  void startsATargetAgainInPlaceOfOperations() throws Exception {
    run(experiment(List.of("a"), List.of(operation("clone", 1)), restart(1), stage(1, 50)));
    assertThat(parts.events())
        .containsExactly(
            "start a", "stop a", "start again a", "stop a", "start again a", "close a");
    assertThat(notebook.begun).containsExactly("a11", "a12", "a21", "a22");
    StageRecord start = notebook.stages.getFirst();
    assertThat(start.figures().operations())
        .singleElement()
        .satisfies(it -> {
          assertThat(it.name()).isEqualTo("start");
          assertThat(it.done()).isEqualTo(1);
        });
    assertThat(start.server().processorSeconds()).isEqualTo(0.001);
    assertThat(start.server().peakAnonymousBytes()).isEqualTo(5 << 20);
    assertThat(start.server().metrics()).containsEntry("constant", 1.0);
  }

  @Test
  void saysWhichTargetCannotBeStartedAgain() {
    assertThatThrownBy(
            () -> run(experiment(List.of("fixed"), List.of(operation("clone", 1)), restart(1))))
        .isInstanceOf(RunFailedException.class)
        .hasMessage("The target fixed cannot be started again by the lab.");
    assertThat(parts.events()).containsExactly("start fixed", "close fixed");
  }

  @Test
  void saysWhichTargetDoesNotStart() {
    assertThatThrownBy(() ->
            run(
                experiment(
                    List.of("a", "lame", "c"), List.of(operation("clone", 1)), stage(1, 50))))
        .isInstanceOf(RunFailedException.class)
        .hasMessage("The target lame did not start: Port 1 is taken.");
    assertThat(parts.events()).contains("close a", "close lame", "close c");
    assertThat(notebook.stages).isEmpty();
  }

  @Test
  void saysWhichRepositoryCannotBeMade() {
    Experiment whole = experiment(List.of("a"), List.of(operation("clone", 1)), stage(1, 50));
    Experiment cursed =
        new Experiment(
            whole.name(),
            whole.shows(),
            whole.seed(),
            whole.rounds(),
            List.of(new RepositoryPlan("cursed", 1, 1, 1, 1, 0, 1, 0, Surroundings.NONE, null)),
            whole.targets(),
            whole.operations(),
            whole.load(),
            whole.link());
    assertThatThrownBy(() -> run(cursed))
        .hasMessage("The repository cursed could not be made: it is cursed.");
    assertThat(parts.events()).isEmpty();
  }

  @Test
  void refusesAnOperationThatItCannotMake() {
    assertThatThrownBy(
            () -> run(experiment(List.of("a"), List.of(operation("fetch", 1)), stage(1, 50))))
        .hasMessage("There is no operation \"fetch\" here.");
    assertThat(parts.events()).containsExactly("start a", "close a");
  }

  @Test
  void leavesOutWhatATargetDoesNotServe() throws Exception {
    run(
        experiment(
            List.of("a", "git-only"),
            List.of(operation("clone", 1), operation("page", 1)),
            stage(2, 60)));
    assertThat(notebook.stages)
        .allSatisfy(it ->
            assertThat(it.figures().operations()).hasSize(it.target().equals("git-only") ? 1 : 2));
    assertThat(notebook.notes).contains("The target git-only does not serve page over http.");
  }

  @Test
  void refusesATargetThatServesNothing() {
    assertThatThrownBy(
            () -> run(experiment(List.of("git-only"), List.of(operation("page", 1)), stage(1, 50))))
        .hasMessage("The target git-only serves none of the operations of tiny.");
  }

  @Test
  void endsWhenAllOfAnOperationFails() {
    server.manner(exchange -> exchange.sendResponseHeaders(500, -1));
    assertThatThrownBy(
            () -> run(experiment(List.of("a"), List.of(operation("clone", 1)), stage(1, 50))))
        .isInstanceOf(RunFailedException.class)
        .message()
        .matches(
            "In the warm-up of a all \\d+ of clone failed:"
                + " HTTP 500 \\d+ times, such as \"it answered 500\"\\.");
    assertThat(parts.events()).containsExactly("start a", "close a");
  }

  @Test
  void keepsTheFiguresOfAStageInWhichAnAnswerIsBroken() throws Exception {
    run(experiment(List.of("a"), List.of(operation("clone", 1)), stage(1, 50)));
    int before = notebook.stages.size();
    int warm = server.paths().size();
    server.manner(exchange -> {
      if (notebook.begun.getLast().endsWith("0") || server.paths().size() < warm + 3) {
        TinyServer.tenBytes(exchange);
      } else {
        exchange.sendResponseHeaders(200, 1);
        exchange.getResponseBody().write(1);
      }
    });
    assertThatThrownBy(
            () -> run(experiment(List.of("a"), List.of(operation("clone", 1)), stage(1, 60_000))))
        .hasMessage("In stage 1 of a: The response to clone is broken: it holds 1 bytes, not 10.");
    assertThat(notebook.stages).hasSize(before + 1);
    assertThat(notebook.stages.getLast().figures().failure()).isNotNull();
    assertThat(parts.events()).endsWith("start a", "close a");
  }

  @Test
  void stopsTargetsWhenFiguresCannotBeKept() {
    notebook.full = true;
    assertThatThrownBy(
            () -> run(experiment(List.of("a"), List.of(operation("clone", 1)), stage(1, 50))))
        .isInstanceOf(RunFailedException.class)
        .hasMessage("No space left on device.");
    assertThat(parts.events()).containsExactly("start a", "close a");
  }

  @Test
  void stopsTargetsWhenItIsInterrupted() {
    Thread runner = Thread.currentThread();
    server.manner(exchange -> {
      runner.interrupt();
      TinyServer.tenBytes(exchange);
    });
    assertThatThrownBy(
            () -> run(experiment(List.of("a"), List.of(operation("clone", 1)), stage(1, 60_000))))
        .isInstanceOf(InterruptedException.class);
    assertThat(parts.events()).containsExactly("start a", "close a");
  }

  private void run(Experiment experiment) throws RunFailedException, InterruptedException {
    Workplace workplace = new Workplace(directory, directory.resolve("scratch"));
    new Run(
            experiment,
            parts,
            new LocalMachine(parts, workplace, Share.WHOLE),
            workplace,
            notebook,
            Duration.ofSeconds(20))
        .run();
  }
}
