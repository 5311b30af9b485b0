package org.packhouse.lab.worker;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.packhouse.lab.load.ClientMachines;
import org.packhouse.lab.load.LoadGenerator;
import org.packhouse.lab.load.LocalMachine;
import org.packhouse.lab.load.Parts;
import org.packhouse.lab.load.Progress;
import org.packhouse.lab.load.Share;
import org.packhouse.lab.load.Share.Clients;
import org.packhouse.lab.load.StageFigures;
import org.packhouse.lab.load.StageOrder;
import org.packhouse.lab.load.Workplace;
import org.packhouse.lab.measure.ProcessGroup;
import org.packhouse.lab.process.LogTail;

/**
 * The workers of a closed loop in this process, and those who come at a rate beside them in one of
 * their own, which has a processor as soon as it wants one: they wait for the server alone then, as
 * from another machine, and not for what is done for workers on this one.
 */
public final class VisitorsApart implements ClientMachines {

  /**
   * Of a small process that compiles itself in haste: what goes before all others has to be both.
   */
  private static final List<String> FLAGS =
      List.of(
          "-Xmx512m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-Dorg.slf4j.simpleLogger.defaultLogLevel=error");

  private static final Pattern LISTENS = Pattern.compile("The worker listens on \\S+:(\\d+)\\.");
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long SLICE_MILLIS = 20;

  private final LocalMachine workers;
  private final ProcessGroup group;
  private final RemoteMachines visitors;

  /**
   * Starts their process.
   *
   * @param mainClass whose command {@code worker} it runs, of this process's class path
   * @throws IOException saying in one sentence why it does not run
   */
  public VisitorsApart(Parts parts, Workplace workplace, Class<?> mainClass) throws IOException {
    workers = new LocalMachine(parts, workplace, Share.WORKERS);
    Path directory = Files.createDirectories(workplace.scratch().resolve("visitors"));
    group = ProcessGroup.ofOtherMachine("visitors", directory);
    try {
      String secret = WorkerServer.newSecret();
      int port = start(directory, secret, mainClass);
      visitors = new RemoteMachines(List.of("127.0.0.1:" + port), secret, Clients.VISITORS);
    } catch (IOException | RuntimeException e) {
      group.close();
      throw e;
    }
  }

  private int start(Path directory, String secret, Class<?> mainClass) throws IOException {
    Path file = Files.writeString(directory.resolve("secret"), secret);
    Path said = directory.resolve("visitors.log");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FLAGS);
    command.add("-Djava.io.tmpdir=" + directory);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), mainClass.getName(), "worker"));
    command.addAll(List.of("--once", "--listen", "127.0.0.1:0", "--secret-file", file.toString()));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.redirectErrorStream(true).redirectOutput(said.toFile());
    Process process = group.start(builder);
    long deadline = System.nanoTime() + START_NANOS;
    while (process.isAlive() && System.nanoTime() < deadline) {
      Matcher line = LISTENS.matcher(Files.readString(said));
      if (line.find()) {
        return Integer.parseInt(line.group(1));
      }
      await(process);
    }
    throw new IOException("The process of visitors does not start: " + LogTail.sentence(said));
  }

  private static void await(Process process) throws IOException {
    try {
      process.waitFor(SLICE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("The process of visitors was not waited for");
    }
  }

  @Override
  public LoadGenerator prepare(Preparation preparation) throws IOException {
    LoadGenerator ofWorkers = workers.prepare(preparation);
    try {
      return new Generator(ofWorkers, visitors.prepare(preparation));
    } catch (IOException | RuntimeException e) {
      ofWorkers.close();
      throw e;
    }
  }

  @Override
  public void close() {
    visitors.close();
    group.close();
  }

  private record Generator(LoadGenerator workers, LoadGenerator visitors) implements LoadGenerator {

    /** Runs both; what ends one of them before its time ends the other. */
    @Override
    public StageFigures run(StageOrder order, Progress progress)
        throws IOException, InterruptedException {
      ThreadFactory platform = Thread.ofPlatform().daemon().name("clients-", 0).factory();
      try (ExecutorService threads = Executors.newCachedThreadPool(platform)) {
        CompletionService<StageFigures> both = new ExecutorCompletionService<>(threads);
        both.submit(() -> workers.run(order, progress));
        both.submit(() -> visitors.run(order, progress));
        try {
          StageFigures first = both.take().get();
          return first.failure() == null ? first.plus(both.take().get()) : first;
        } catch (ExecutionException e) {
          throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        } finally {
          threads.shutdownNow();
        }
      }
    }

    @Override
    public void close() {
      workers.close();
      visitors.close();
    }
  }
}
