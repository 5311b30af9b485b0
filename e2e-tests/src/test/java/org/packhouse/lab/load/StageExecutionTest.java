package org.packhouse.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.lab.load.Plans.atRate;
import static org.packhouse.lab.load.Plans.operation;
import static org.packhouse.lab.load.Plans.stage;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.Surroundings;
import org.packhouse.lab.experiment.Experiment.Stage;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.link.Link;
import org.packhouse.lab.load.ClientMachines.Preparation;
import org.packhouse.lab.operation.Done;
import org.packhouse.lab.operation.Operation;
import org.packhouse.lab.operation.ServerProcessor;
import org.packhouse.lab.operation.Turn;

class StageExecutionTest {

  private static final long STALL_MICROS = 1_000_000;

  @TempDir private Path directory;
  private TinyServer server;

  @BeforeEach
  void startServer() throws Exception {
    server = new TinyServer();
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  @Test
  void countsWhatTheWorkersOfAClosedLoopDo() throws Exception {
    LongAdder told = new LongAdder();
    StageFigures figures =
        run(
            List.of(operation("clone", 1)),
            stage(4, 300),
            false,
            Duration.ofSeconds(20),
            (done, _) -> told.add(done));
    OperationFigures clones = figures.operations().getFirst();
    assertThat(clones.done()).isPositive().isEqualTo(server.paths().size()).isEqualTo(told.sum());
    assertThat(clones.bytesRead()).isEqualTo(10 * clones.done());
    assertThat(clones.times().getTotalCount()).isEqualTo(clones.done());
    assertThat(clones.within()).isLessThanOrEqualTo((double) clones.done());
    assertThat(clones.verified()).isPositive();
    assertThat(clones.errors()).isEmpty();
    assertThat(figures.failure()).isNull();
    assertThat(figures.seconds()).isEqualTo(0.3);
    assertThat(figures.labProcessorNanos()).isPositive();
  }

  /** As the first push after a start, which a stage of an instant asks for. */
  @Test
  void eachWorkerDoesSomethingHoweverShortTheStage() throws Exception {
    StageFigures figures = run(List.of(operation("clone", 1)), stage(4, 0), false);
    assertThat(figures.operations().getFirst().times().getTotalCount()).isEqualTo(4);
  }

  @Test
  void drawsOperationsByWeight() throws Exception {
    run(List.of(operation("clone", 9), operation("rest", 1)), stage(4, 400), false);
    long clones = server.paths().stream().filter("/clone"::equals).count();
    long reads = server.paths().size() - clones;
    assertThat(clones).isGreaterThan(3 * reads);
  }

  @Test
  void countsErrorsByKind() throws Exception {
    server.manner(exchange -> exchange.sendResponseHeaders(503, -1));
    OperationFigures figures =
        run(List.of(operation("clone", 1)), stage(2, 300), false).operations().getFirst();
    assertThat(figures.done()).isZero();
    assertThat(figures.failed()).isEqualTo(server.paths().size());
    assertThat(figures.errors().get("HTTP 503"))
        .isEqualTo(new OperationFigures.ErrorCount(figures.failed(), "it answered 503"));
  }

  @Test
  void countsConnectionsThatAreRefused() throws Exception {
    List<PlannedOperation> operations;
    try (TinyServer gone = new TinyServer()) {
      operations = planned(List.of(operation("clone", 1)), gone);
    }
    StageFigures figures = execute(operations, stage(1, 100), false, Duration.ofSeconds(5));
    assertThat(figures.operations().getFirst().errors()).containsOnlyKeys("no connection");
  }

  @Test
  void tellsWhatAnOperationByItselfCostsTheServer() throws Exception {
    OperationFigures clones = ownCost(operation("clone", 1), 1, false);
    assertThat(clones.processor().getTotalCount())
        .isPositive()
        .isEqualTo(clones.done() - clones.verified());
    // Of the millisecond that each took, four tenths were for what had to come before it.
    assertThat(clones.processor().getMinValue()).isEqualTo(600);
    assertThat(clones.processor().getMaxValue()).isEqualTo(600);
  }

  @Test
  void tellsNoOperationsOwnCostWhereOthersAreAtWork() throws Exception {
    assertThat(ownCost(operation("clone", 1), 2, false).processor().getTotalCount()).isZero();
    assertThat(ownCost(atRate("clone", 100), 1, false).processor().getTotalCount()).isZero();
    assertThat(ownCost(atRate("clone", 100), 1, true).processor().getTotalCount()).isZero();
  }

  /** The figures of an operation after each of which the server says that it has used 1 ms more. */
  private static OperationFigures ownCost(OperationPlan plan, int workers, boolean open)
      throws InterruptedException {
    AtomicLong used = new AtomicLong();
    Operation costly =
        new Operation() {
          @Override
          public String name() {
            return plan.operation();
          }

          @Override
          public Done perform(Turn turn) {
            used.addAndGet(1_000_000);
            return new Done(1, 1, 0, 0, 400_000);
          }

          @Override
          public void close() {
            // It holds nothing.
          }
        };
    return new StageExecution(
            List.of(new PlannedOperation(plan.operation(), plan, Link.DIRECT, costly)),
            new StageOrder(1, stage(workers, 100), open, 5, Duration.ofSeconds(20)),
            Share.WHOLE,
            () -> OptionalLong.of(used.get()),
            (_, _) -> {})
        .run()
        .operations()
        .getFirst();
  }

  @Test
  void endsAtOnceWhenAnAnswerIsBroken() throws Exception {
    AtomicInteger count = new AtomicInteger();
    server.manner(exchange -> {
      if (count.incrementAndGet() == 5) {
        exchange.sendResponseHeaders(200, 3);
        exchange.getResponseBody().write(new byte[3]);
      } else {
        TinyServer.tenBytes(exchange);
      }
    });
    StageFigures figures = run(List.of(operation("clone", 1)), stage(1, 3_600_000), false);
    assertThat(figures.failure())
        .isEqualTo("The response to clone is broken: it holds 3 bytes, not 10.");
    assertThat(figures.operations().getFirst().done()).isEqualTo(4);
    assertThat(figures.seconds()).isLessThan(3600);
  }

  @Test
  void cutsOffWhatDoesNotEnd() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    server.manner(_ -> await(never));
    OperationFigures figures =
        execute(
                planned(List.of(operation("clone", 1)), server),
                stage(3, 100),
                false,
                Duration.ofMillis(200))
            .operations()
            .getFirst();
    never.countDown();
    assertThat(figures.errors().get("did not end"))
        .isEqualTo(
            new OperationFigures.ErrorCount(3, "it was cut off 0 s after the end of the stage"));
  }

  /**
   * A worker of a closed loop that waits for a server asks nothing in the meantime: a stall of a
   * second is one slow response among many. In an open loop it is seen by all who came in it.
   */
  @Test
  void showsAStallToAllWhoCameInItInAnOpenLoop() throws Exception {
    stallOnce();
    long closed = slow(run(List.of(operation("clone", 1)), stage(1, 2_500), false));
    stallOnce();
    long open = slow(run(List.of(atRate("clone", 100)), stage(500, 2_500), true));
    assertThat(closed).isPositive();
    assertThat(open).isGreaterThan(20).isGreaterThan(5 * closed);
  }

  /** From its 20th request on, nothing is answered for a second. */
  private void stallOnce() {
    ReentrantLock lock = new ReentrantLock();
    AtomicInteger count = new AtomicInteger();
    server.manner(exchange -> {
      lock.lock();
      try {
        if (count.incrementAndGet() == 20) {
          CountDownLatch never = new CountDownLatch(1);
          assertThat(never.await(STALL_MICROS, TimeUnit.MICROSECONDS)).isFalse();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        lock.unlock();
      }
      TinyServer.tenBytes(exchange);
    });
  }

  private static long slow(StageFigures figures) {
    return figures
        .operations()
        .getFirst()
        .times()
        .getCountBetweenValues(STALL_MICROS / 2, STALL_MICROS * 100);
  }

  @Test
  void letsOperationsWithARateComeBesideTheWorkers() throws Exception {
    StageFigures figures =
        run(List.of(operation("clone", 1), atRate("rest", 100)), stage(2, 1000), false);
    assertThat(figures.operations().get(0).done()).isPositive();
    assertThat(figures.operations().get(1).done()).isBetween(50L, 150L);
  }

  @Test
  void drawsTheSameArrivalsForTheSameSeed() throws Exception {
    List<PlannedOperation> operations =
        planned(List.of(atRate("clone", 5), atRate("rest", 2)), server);
    assertThat(arrivals(operations, 1, Share.WHOLE))
        .isEqualTo(arrivals(operations, 1, Share.WHOLE));
    assertThat(arrivals(operations, 1, Share.WHOLE))
        .isNotEqualTo(arrivals(operations, 2, Share.WHOLE));
  }

  @Test
  void sharesWorkersAndArrivalsAmongMachines() throws Exception {
    List<PlannedOperation> operations =
        planned(List.of(atRate("clone", 5), atRate("rest", 2)), server);
    Set<Long> all = new TreeSet<>(dues(operations, Share.WHOLE, 30));
    Set<Long> shared = new TreeSet<>();
    Set<Integer> workers = new TreeSet<>();
    int count = 0;
    for (int i = 0; i < 3; i++) {
      Share share = new Share(i, 3);
      shared.addAll(dues(operations, share, 10));
      count += share.of(32);
      for (int own = 0; own < share.of(32); own++) {
        workers.add(share.worker(own));
      }
    }
    assertThat(shared).isEqualTo(all);
    assertThat(count).isEqualTo(32);
    assertThat(workers).hasSize(32).allMatch(it -> it >= 0 && it < 32);
  }

  private static List<Long> dues(List<PlannedOperation> operations, Share share, int count) {
    return arrivals(operations, 1, share).subList(0, count).stream()
        .map(Arrivals.Arrival::due)
        .toList();
  }

  private static List<Arrivals.Arrival> arrivals(
      List<PlannedOperation> operations, long seed, Share share) {
    StageOrder order = new StageOrder(1, stage(1, 1), true, seed, Duration.ZERO);
    Arrivals arrivals = new Arrivals(operations, order, share);
    return Stream.generate(arrivals::next).limit(30).toList();
  }

  private StageFigures run(List<OperationPlan> plans, Stage stage, boolean open) throws Exception {
    return run(plans, stage, open, Duration.ofSeconds(20), (_, _) -> {});
  }

  private StageFigures run(
      List<OperationPlan> plans, Stage stage, boolean open, Duration patience, Progress progress)
      throws Exception {
    Preparation preparation =
        new Preparation(
            "tiny",
            List.of(new RepositoryPlan("small", 1, 1, 1, 1, 0, 1, 0, Surroundings.NONE, null)),
            plans,
            List.of(server.endpoint()),
            Link.DIRECT,
            ServerProcessor.UNKNOWN);
    LocalMachine machine =
        new LocalMachine(
            new TinyParts(server),
            new Workplace(directory, directory.resolve("scratch")),
            Share.WHOLE);
    try (LoadGenerator generator = machine.prepare(preparation)) {
      return generator.run(new StageOrder(1, stage, open, 5, patience), progress);
    }
  }

  private StageFigures execute(
      List<PlannedOperation> operations, Stage stage, boolean open, Duration patience)
      throws InterruptedException {
    StageOrder order = new StageOrder(1, stage, open, 5, patience);
    return new StageExecution(operations, order, Share.WHOLE, ServerProcessor.UNKNOWN, (_, _) -> {})
        .run();
  }

  private List<PlannedOperation> planned(List<OperationPlan> plans, TinyServer of) {
    return plans.stream()
        .map(plan ->
            new PlannedOperation(
                plan.operation(),
                plan,
                Link.DIRECT,
                new TinyParts(of).operation(plan, List.of(of.endpoint()), List.of(), directory)))
        .toList();
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
