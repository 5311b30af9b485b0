package org.packhouse.lab.load;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.packhouse.lab.load.Arrivals.Arrival;
import org.packhouse.lab.operation.ServerProcessor;

/**
 * Runs one stage in this process, each client in a virtual thread of its own. Those that come at a
 * rate beside the workers of a closed loop have threads of the system: the few that carry virtual
 * threads are busy with what workers read for tens of milliseconds, which would count as the
 * server's.
 *
 * <p>In a closed loop a worker begins its next operation when its last has ended. In an open loop
 * operations arrive at their rates, whatever becomes of earlier ones: one that finds no free client
 * waits for one, and its response time counts from its arrival. So a server that stands still for a
 * second is seen by all that came in that second, not by one worker alone.
 *
 * <p>When a stage is over nothing new begins; what runs comes to its end, so that what the server
 * used in the meantime is what these operations took.
 */
final class StageExecution {

  /** Clients for operations with a rate that come beside the workers of a closed loop. */
  private static final int CLIENTS_BESIDE_WORKERS = 1000;

  private static final long SLICE_MILLIS = 50;
  private static final long END_SECONDS = 10;

  private final List<PlannedOperation> operations;
  private final StageOrder order;
  private final Share share;
  private final StageClock clock;
  private final Performer performer;

  /**
   * Makes one.
   *
   * @param processor of the server; asked only where one worker is alone with it
   */
  StageExecution(
      List<PlannedOperation> operations,
      StageOrder order,
      Share share,
      ServerProcessor processor,
      Progress progress) {
    this.operations = operations;
    this.order = order;
    this.share = share;
    this.clock = new StageClock(order.stage().duration());
    this.performer =
        new Performer(operations, clock, isAlone() ? processor : ServerProcessor.UNKNOWN, progress);
  }

  /** Whether all that the server does is done for one operation at a time. */
  private boolean isAlone() {
    return !order.open()
        && order.stage().workers() == 1
        && operations.stream().allMatch(it -> it.plan().ratePerHour() == 0);
  }

  /** Runs it to its end. */
  StageFigures run() throws InterruptedException {
    long labBefore = LabProcessor.nanos();
    ExecutorService workers =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("client-", 0).factory());
    ExecutorService visitors =
        order.open()
            ? workers
            : Executors.newThreadPerTaskExecutor(
                Thread.ofPlatform().daemon().name("visitor-", 0).factory());
    try {
      startWorkers(workers);
      dispatch(visitors);
      workers.shutdown();
      visitors.shutdown();
      drain(workers);
      drain(visitors);
    } finally {
      clock.halt();
      workers.shutdownNow();
      visitors.shutdownNow();
    }
    boolean workersEnded = workers.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
    boolean visitorsEnded = visitors.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
    if (performer.failure() == null) {
      performer.countCutOff(
          "it was cut off %d s after the end of the stage%s"
              .formatted(
                  order.patience().toSeconds(), workersEnded && visitorsEnded ? "" : " and hangs"));
    }
    return new StageFigures(
        performer.figures(),
        clock.length() / 1e9,
        LabProcessor.nanos() - labBefore,
        performer.failure());
  }

  private void startWorkers(ExecutorService clients) {
    Draw draw = new Draw(operations);
    if (order.open() || draw.isEmpty() || !share.bearsWorkers()) {
      return;
    }
    int workers = share.of(order.stage().workers());
    for (int own = 0; own < workers; own++) {
      int worker = share.worker(own);
      clients.execute(interruptible(() -> work(worker, draw)));
    }
  }

  @FunctionalInterface
  private interface Task {
    void run() throws InterruptedException;
  }

  private static Runnable interruptible(Task task) {
    return () -> {
      try {
        task.run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    };
  }

  /** A worker does one thing at least, though its thread may begin after so short a stage. */
  private void work(int worker, Draw draw) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(order.seed() * 1_000_003 + worker);
    for (long number = 0; number == 0 || !clock.isOver(); number++) {
      performer.perform(draw.next(random), worker, number, random, clock.elapsed());
    }
  }

  private void dispatch(ExecutorService clients) throws InterruptedException {
    Arrivals arrivals = new Arrivals(operations, order, share);
    if (arrivals.areNone() || !share.bearsVisitors()) {
      clock.waitUntil(clock.length());
      return;
    }
    BlockingQueue<Client> free = freeClients();
    for (Arrival arrival = arrivals.next();
        arrival.due() < order.stage().duration().toNanos();
        arrival = arrivals.next()) {
      if (!clock.waitUntil(arrival.due())) {
        return;
      }
      Arrival due = arrival;
      clients.execute(interruptible(() -> serve(due, free)));
    }
    clock.waitUntil(clock.length());
  }

  private BlockingQueue<Client> freeClients() {
    int workers = order.stage().workers();
    int first = order.open() ? 0 : workers;
    int count = share.of(order.open() ? workers : CLIENTS_BESIDE_WORKERS);
    BlockingQueue<Client> free = new LinkedBlockingQueue<>();
    for (int own = 0; own < Math.max(1, count); own++) {
      free.add(new Client(first + share.worker(own)));
    }
    return free;
  }

  private void serve(Arrival arrival, BlockingQueue<Client> free) throws InterruptedException {
    Client client = free.take();
    try {
      performer.perform(
          arrival.operation(),
          client.worker,
          client.turns++,
          new SplittableRandom(arrival.seed()),
          arrival.due());
    } finally {
      free.add(client);
    }
  }

  /** Waits until all that began has ended, the stage was halted, or patience has run out. */
  private void drain(ExecutorService clients) throws InterruptedException {
    long last = order.stage().duration().plus(order.patience()).toNanos();
    while (clock.elapsed() < last && !clock.isHalted()) {
      if (clients.awaitTermination(SLICE_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
    }
  }

  /** One that takes a turn when an operation arrives; used by one thread at a time. */
  private static final class Client {
    private final int worker;
    private long turns;

    Client(int worker) {
      this.worker = worker;
    }
  }
}
