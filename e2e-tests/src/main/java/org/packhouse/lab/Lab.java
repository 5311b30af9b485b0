package org.packhouse.lab;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.packhouse.lab.experiment.Experiment;
import org.packhouse.lab.experiment.ExperimentFile;
import org.packhouse.lab.load.Workplace;
import org.packhouse.lab.process.Launcher;
import org.packhouse.lab.report.Machine;
import org.packhouse.lab.worker.Address;
import org.packhouse.lab.worker.WorkerServer;

/**
 * The load lab's commands {@code run} and {@code worker}; the launcher itself lists experiments.
 */
public final class Lab {

  private static final Set<String> RUN_OPTIONS = runOptions();
  private static final Set<String> WORKER_OPTIONS =
      new TreeSet<>(Set.of("--listen", "--once", "--secret", "--secret-file"));
  private static final String DEFAULT_LISTEN = "0.0.0.0:7470";
  private static final DateTimeFormatter DIRECTORY =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static Set<String> runOptions() {
    Set<String> options = new TreeSet<>(RepositoryChoice.OPTIONS);
    options.addAll(
        Set.of(
            "--quick",
            "--target",
            "--against",
            "--report",
            "--url",
            "--worker",
            "--secret",
            "--secret-file"));
    return options;
  }

  private final Path root;
  private final Console console;
  private final Clock clock;

  private Lab(Path root, Console console, Clock clock) {
    this.root = root;
    this.console = console;
    this.clock = clock;
  }

  /** Runs a command; the exit status is not 0 if it failed. */
  public static void main(String[] arguments) {
    Console console = Console.ofProcess();
    Stop stop = new Stop(Thread.currentThread());
    Runtime.getRuntime().addShutdownHook(stop);
    int status;
    try {
      status = new Lab(Launcher.root(), console, Clock.systemUTC()).command(List.of(arguments));
    } catch (UsageException | IOException | IllegalArgumentException e) {
      console.say(String.valueOf(e.getMessage()));
      status = 1;
    }
    stop.exit(status);
  }

  private int command(List<String> arguments) throws UsageException, IOException {
    String command = arguments.isEmpty() ? "" : arguments.getFirst();
    List<String> rest = arguments.isEmpty() ? List.of() : arguments.subList(1, arguments.size());
    return switch (command) {
      case "run" -> run(CommandLine.of(rest, RUN_OPTIONS));
      case "worker" -> worker(CommandLine.of(rest, WORKER_OPTIONS));
      default ->
          throw new UsageException(
              "packhouse lab knows three commands: run EXPERIMENT, list and worker.");
    };
  }

  private Path experiments() {
    return root.resolve("e2e-tests/experiments");
  }

  private Path repositories() {
    return root.resolve("target/lab/repositories");
  }

  private int run(CommandLine line) throws UsageException, IOException {
    if (line.words().size() != 1) {
      throw new UsageException("packhouse lab run needs the name of one experiment.");
    }
    Path file = ExperimentFile.find(line.words().getFirst(), experiments());
    Experiment whole = ExperimentFile.load(file, line.has("--quick"));
    Experiment chosen = TargetChoice.choose(whole, line.all("--target"), line.all("--url"));
    Optional<String> build = line.last("--against");
    if (build.isPresent()) {
      chosen = TargetChoice.against(chosen, Path.of(build.get()));
      chosen = line.has("--quick") ? chosen : TargetChoice.warmer(chosen);
    }
    chosen = RepositoryChoice.choose(chosen, line);
    List<String> workers = line.all("--worker");
    workers.forEach(Address::parse);
    Optional<String> secret = secret(line);
    if (!workers.isEmpty() && secret.isEmpty()) {
      throw new UsageException(
          "The option --worker needs --secret or --secret-file, with what the worker printed.");
    }
    String name = chosen.name() + "-" + DIRECTORY.format(clock.instant());
    Path report =
        line.last("--report").map(Path::of).orElse(root.resolve("target/lab").resolve(name));
    RunOrder order =
        new RunOrder(
            chosen,
            line.has("--quick"),
            report.toAbsolutePath().normalize(),
            workers,
            secret.orElse(""));
    Machine machine = Machine.here(System.getProperty("packhouse.version", "unknown"));
    return new LabRun(order, new LabParts(clock), repositories(), machine, console, clock).run();
  }

  private static Optional<String> secret(CommandLine line) throws IOException {
    Optional<String> file = line.last("--secret-file");
    return file.isEmpty()
        ? line.last("--secret")
        : Optional.of(Files.readString(Path.of(file.get())).strip());
  }

  private int worker(CommandLine line) throws UsageException, IOException {
    if (!line.words().isEmpty()) {
      throw new UsageException("packhouse lab worker takes no words.");
    }
    InetSocketAddress listen = Address.parse(line.last("--listen").orElse(DEFAULT_LISTEN));
    Optional<String> given = secret(line);
    String secret = given.orElseGet(WorkerServer::newSecret);
    Path scratch = Files.createTempDirectory("packhouse-lab-worker");
    try (WorkerServer server =
        new WorkerServer(
            listen,
            secret,
            new LabParts(clock),
            new Workplace(repositories(), scratch),
            console::say)) {
      console.say("The worker listens on " + listen.getHostString() + ":" + server.port() + ".");
      if (given.isEmpty()) {
        console.say("Its secret is " + secret + " (for --secret of packhouse lab run).");
      }
      if (line.has("--once")) {
        server.serveOne();
      } else {
        server.serveUntilInterrupted();
      }
    } finally {
      LabRun.delete(scratch, console);
    }
    return 0;
  }
}
