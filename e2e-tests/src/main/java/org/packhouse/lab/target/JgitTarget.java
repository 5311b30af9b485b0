package org.packhouse.lab.target;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.jgit.JgitServer;
import org.packhouse.lab.ledger.Account;
import org.packhouse.lab.ledger.JavaSampling;
import org.packhouse.lab.process.Command;
import org.packhouse.lab.process.Ports;

/** Bare JGit in a JVM of its own, over plain HTTP and without authentication. */
final class JgitTarget implements Target {

  private static final Duration START = Duration.ofSeconds(30);

  /** Once 50 packs are there it would collect garbage after each push, for ten times its cost. */
  private static final String NO_UPKEEP = "[receive]\n\tautogc = false\n";

  private static final Set<String> ELSEWHERE = Set.of("rest", "page", "file");

  private final TargetPlan plan;
  private final Programs programs;
  private @Nullable JvmAccounts accounts;
  private List<Endpoint> endpoints = List.of();

  JgitTarget(TargetPlan plan, Path directory) throws IOException {
    this.plan = plan;
    this.programs = new Programs(plan.name(), directory);
  }

  @Override
  public String name() {
    return plan.name();
  }

  @Override
  public void start(List<TestRepository> repositories) throws IOException {
    Path root = programs.data().resolve("repositories");
    StockRepositories stored = new StockRepositories(root);
    for (TestRepository each : repositories) {
      stored.add(each);
      Files.writeString(
          root.resolve(each.name() + ".git/config"), NO_UPKEEP, StandardOpenOption.APPEND);
    }
    int port = Ports.free();
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-cp",
            System.getProperty("java.class.path"),
            JgitServer.class.getName(),
            root.toString(),
            Integer.toString(port));
    Command.clean(builder);
    Process process = programs.start("jgit", builder);
    URI http = URI.create("http://127.0.0.1:" + port);
    try (Rest rest = new Rest(http, null)) {
      programs.await(process, "jgit", START, () -> rest.send("GET", "/", null).status() > 0);
    }
    accounts = new JvmAccounts(List.of(process.pid()));
    endpoints = List.of(new Endpoint(http, null, null, "/git/", null));
  }

  @Override
  public List<Endpoint> endpoints() {
    return endpoints;
  }

  @Override
  public Usage usage() {
    return programs.usage();
  }

  @Override
  public OptionalLong exactProcessorNanos() {
    return programs.exactProcessorNanos();
  }

  @Override
  public Map<String, Long> accounts() {
    JvmAccounts own = accounts;
    return own == null
        ? Map.of()
        : JvmAccounts.completed(own.nanos(), usage().processorNanos(), Account.GIT);
  }

  @Override
  public Optional<JavaSampling> sampling() {
    return Optional.ofNullable(accounts)
        .map(own -> new JavaSampling(own.processes(), programs.data()));
  }

  @Override
  public OptionalLong packs() {
    return programs.packs();
  }

  @Override
  public Map<String, Double> metrics() {
    return Map.of();
  }

  @Override
  public boolean serves(OperationPlan operation) {
    return operation.transport().equals("http")
        && !ELSEWHERE.contains(operation.operation())
        && !operation.operation().startsWith("pull-request-");
  }

  @Override
  public void close() {
    programs.close();
  }
}
