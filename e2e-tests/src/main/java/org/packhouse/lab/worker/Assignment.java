package org.packhouse.lab.worker;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.load.ClientMachines.Preparation;
import org.packhouse.lab.load.LoadGenerator;
import org.packhouse.lab.load.LocalMachine;
import org.packhouse.lab.load.Parts;
import org.packhouse.lab.load.StageFigures;
import org.packhouse.lab.load.StageOrder;
import org.packhouse.lab.load.Workplace;
import org.packhouse.lab.operation.ServerProcessor;
import org.packhouse.lab.target.Endpoint;
import org.packhouse.lab.worker.Message.Figures;
import org.packhouse.lab.worker.Message.Prepare;
import org.packhouse.lab.worker.Message.Ready;
import org.packhouse.lab.worker.Message.Start;
import org.packhouse.lab.worker.Message.Trouble;
import org.packhouse.lab.worker.Message.Went;

/** A worker's work for one lab; it ends when the lab goes, whatever runs then. */
final class Assignment {

  private static final long PERIOD_MILLIS = 500;

  private final Channel channel;
  private final Parts parts;
  private final Workplace workplace;
  private @Nullable LoadGenerator generator;
  private int prepared;

  Assignment(Channel channel, Parts parts, Workplace workplace) {
    this.channel = channel;
    this.parts = parts;
    this.workplace = workplace;
  }

  void serve() throws IOException, InterruptedException {
    try {
      while (true) {
        switch (channel.receive()) {
          case Prepare prepare -> prepare(prepare);
          case Start start -> run(start.order());
          case Message other -> throw new IOException("unexpected " + other.getClass());
        }
      }
    } catch (EOFException gone) {
      // The lab has no more work.
    } finally {
      release();
    }
  }

  private void release() {
    LoadGenerator old = generator;
    generator = null;
    if (old != null) {
      old.close();
    }
  }

  private void prepare(Prepare order) throws IOException {
    release();
    prepared++;
    try {
      Path keys = Files.createDirectories(workplace.scratch().resolve("keys-" + prepared));
      List<Endpoint> endpoints = new ArrayList<>();
      for (SentEndpoint each : order.endpoints()) {
        Path directory = Files.createDirectories(keys.resolve(Integer.toString(endpoints.size())));
        endpoints.add(each.toEndpoint(channel.peer(), directory));
      }
      Path scratch = workplace.scratch().resolve("target-" + prepared);
      generator =
          new LocalMachine(parts, new Workplace(workplace.repositories(), scratch), order.share())
              .prepare(
                  new Preparation(
                      order.target(),
                      order.repositories(),
                      order.operations(),
                      endpoints,
                      order.link(),
                      ServerProcessor.UNKNOWN));
      channel.send(new Ready());
    } catch (IOException e) {
      channel.send(new Trouble(String.valueOf(e.getMessage())));
    }
  }

  /** Runs a stage while it listens whether the lab is still there. */
  private void run(StageOrder order) throws IOException, InterruptedException {
    LoadGenerator ready = generator;
    if (ready == null) {
      channel.send(new Trouble("it was told to run before it was told what"));
      return;
    }
    Thread runner = Thread.currentThread();
    LongAdder done = new LongAdder();
    LongAdder failed = new LongAdder();
    CountDownLatch over = new CountDownLatch(1);
    Thread teller =
        Thread.ofPlatform().daemon().name("teller").start(() -> tell(runner, over, done, failed));
    StageFigures figures;
    try {
      figures =
          ready.run(
              order,
              (more, fewer) -> {
                done.add(more);
                failed.add(fewer);
              });
    } finally {
      over.countDown();
      teller.join();
    }
    channel.send(new Figures(SentFigures.of(figures)));
  }

  /** A lab that takes no more messages is gone. */
  private void tell(Thread runner, CountDownLatch over, LongAdder done, LongAdder failed) {
    try {
      while (!over.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
        channel.send(new Went(done.sumThenReset(), failed.sumThenReset()));
      }
    } catch (IOException gone) {
      runner.interrupt();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
