package org.packhouse.lab.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.packhouse.lab.load.Plans.atRate;
import static org.packhouse.lab.load.Plans.operation;
import static org.packhouse.lab.load.Plans.stage;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.Surroundings;
import org.packhouse.lab.link.Link;
import org.packhouse.lab.load.ClientMachines.Preparation;
import org.packhouse.lab.load.LoadGenerator;
import org.packhouse.lab.load.StageFigures;
import org.packhouse.lab.load.StageOrder;
import org.packhouse.lab.load.TinyParts;
import org.packhouse.lab.load.TinyServer;
import org.packhouse.lab.load.Workplace;
import org.packhouse.lab.operation.ServerProcessor;
import org.packhouse.lab.process.Processes;

class VisitorsApartTest {

  @TempDir private Path directory;
  private TinyServer server;

  @BeforeEach
  void startServer() throws Exception {
    server = new TinyServer();
  }

  @AfterEach
  void leavesNoProcess() {
    server.close();
    assertThat(Processes.of(directory)).isEmpty();
  }

  @Test
  void addsUpWhatWorkersDoHereAndVisitorsInAProcessOfTheirOwn() throws Exception {
    try (VisitorsApart machines = machines();
        LoadGenerator generator = machines.prepare(preparation("clone"))) {
      StageFigures figures = generator.run(order(4, 2_000), (_, _) -> {});
      assertThat(figures.failure()).isNull();
      assertThat(figures.operations()).extracting("name").containsExactly("clone", "page");
      long clones = figures.operations().getFirst().done();
      long pages = figures.operations().getLast().done();
      assertThat(clones).isPositive().isEqualTo(asked("/clone"));
      // A hundred are due, as many as drawn with that seed.
      assertThat(pages).isCloseTo(100, within(40L)).isEqualTo(asked("/page"));
    }
  }

  @Test
  void bringsVisitorsAloneWhereThereAreNoWorkers() throws Exception {
    try (VisitorsApart machines = machines();
        LoadGenerator generator = machines.prepare(preparation("clone"))) {
      assertThat(generator.run(order(0, 500), (_, _) -> {}).operations().getFirst().done())
          .isZero();
      assertThat(asked("/clone")).isZero();
      assertThat(asked("/page")).isPositive();
    }
  }

  @Test
  void endsWorkersWhenTheProcessOfVisitorsIsLost() throws Exception {
    try (VisitorsApart machines = machines();
        LoadGenerator generator = machines.prepare(preparation("clone"))) {
      CompletableFuture<StageFigures> run = inBackground(generator, order(2, 3_600_000));
      await().until(() -> asked("/page") > 0 && asked("/clone") > 0);
      Processes.of(directory).forEach(Processes::end);
      assertThatThrownBy(run::get)
          .isInstanceOf(ExecutionException.class)
          .cause()
          .isInstanceOf(IOException.class)
          .hasMessageMatching("The worker 127\\.0\\.0\\.1:\\d+ is lost: .*");
    }
  }

  @Test
  void endsVisitorsWhenAWorkerSeesABrokenResponse() throws Exception {
    try (VisitorsApart machines = machines();
        LoadGenerator generator = machines.prepare(preparation("clone"))) {
      server.manner(exchange -> {
        if (exchange.getRequestURI().getPath().equals("/clone")) {
          exchange.sendResponseHeaders(200, -1);
        } else {
          TinyServer.tenBytes(exchange);
        }
      });
      assertThat(generator.run(order(1, 3_600_000), (_, _) -> {}).failure())
          .isEqualTo("The response to clone is broken: it holds 0 bytes, not 10.");
    }
  }

  @Test
  void saysWhyTheProcessOfVisitorsDoesNotStart() {
    assertThatThrownBy(() -> new VisitorsApart(new TinyParts(server), workplace(), Refusing.class))
        .isInstanceOf(IOException.class)
        .hasMessage("The process of visitors does not start: There is no worker here.");
  }

  /** A program that is none. */
  static final class Refusing {

    private Refusing() {}

    @SuppressWarnings("SystemOut") // What it says is looked for there.
    public static void main(String[] arguments) {
      System.err.println("There is no " + arguments[0] + " here.");
      System.exit(1);
    }
  }

  private VisitorsApart machines() throws IOException {
    return new VisitorsApart(new TinyParts(server), workplace(), TinyWorker.class);
  }

  private Workplace workplace() {
    return new Workplace(directory, directory);
  }

  private long asked(String path) {
    return server.paths().stream().filter(path::equals).count();
  }

  private Preparation preparation(String operation) {
    return new Preparation(
        "tiny",
        List.of(new RepositoryPlan("small", 1, 1, 1, 1, 0, 1, 0, Surroundings.NONE, null)),
        List.of(operation(operation, 1), atRate("page", 50)),
        List.of(server.endpoint()),
        Link.DIRECT,
        ServerProcessor.UNKNOWN);
  }

  private static StageOrder order(int workers, int millis) {
    return new StageOrder(1, stage(workers, millis), false, 5, Duration.ofSeconds(20));
  }

  private static CompletableFuture<StageFigures> inBackground(
      LoadGenerator generator, StageOrder order) {
    return CompletableFuture.supplyAsync(() -> {
      try {
        return generator.run(order, (_, _) -> {});
      } catch (IOException e) {
        throw new CompletionException(e);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    });
  }
}
