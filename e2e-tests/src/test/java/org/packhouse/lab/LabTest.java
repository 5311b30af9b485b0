package org.packhouse.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.lab.experiment.ExperimentFile;
import org.packhouse.lab.process.Launcher;
import org.packhouse.lab.process.Processes;
import tools.jackson.databind.JsonNode;

/** Runs of the lab from the command line to the report. */
class LabTest {

  private static final String PROJECT = "LABRUN";

  @TempDir private Path directory;
  private Path report;

  @BeforeEach
  void chooseReport() {
    report = directory.resolve("report");
  }

  static List<String> experiments() throws IOException {
    return ExperimentFile.names(Launcher.root().resolve("e2e-tests/experiments"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"clone-storm", "pull-requests", "slow-clients"})
  void runsAnExperimentQuicklyAgainstPackhouse(String name) throws Exception {
    run(0, "run", name, "--quick", "--target", "packhouse", "--report", report.toString());
    assertMeasured(List.of("packhouse"));
  }

  @Tag("full")
  @Tag("load-lab")
  @ParameterizedTest
  @MethodSource("experiments")
  void runsEachExperimentQuicklyAgainstAllItsTargets(String name) throws Exception {
    run(0, "run", name, "--quick", "--report", report.toString());
    Path file = Launcher.root().resolve("e2e-tests/experiments/" + name + ".json");
    assertMeasured(
        ExperimentFile.load(file, true).targets().stream().map(it -> it.name()).toList());
  }

  private void assertMeasured(List<String> targets) throws IOException {
    JsonNode figures = LabCommand.figures(report);
    assertThat(figures.path("failure").isNull()).isTrue();
    assertThat(figures.path("quick").booleanValue()).isTrue();
    for (String target : targets) {
      assertThat(figures.path("stages").valueStream())
          .filteredOn(it -> it.path("target").asString().equals(target))
          .isNotEmpty()
          .allSatisfy(it -> {
            assertThat(it.path("operations").valueStream())
                .anyMatch(each -> each.path("done").asLong() > 0);
            assertThat(it.path("server").path("known").booleanValue()).isTrue();
            assertThat(it.path("server").path("processorSeconds").asDouble()).isPositive();
          });
    }
    assertThat(report.resolve("report.html")).content().contains("<svg ");
    assertThat(Processes.of(report)).isEmpty();
  }

  @Test
  void failsWhenAProxyFlipsAByteOfAPack() throws Exception {
    try (Proxy proxy = new Proxy(PackagedServer.shared().url().getPort(), 150_000)) {
      String text =
          run(1, "run", experiment(2, "3s"), "--url", url(proxy), "--report", report + "");
      assertThat(text).contains("The response to clone is broken: ");
    }
    assertThat(LabCommand.figures(report).path("failure").asString())
        .contains("The response to clone is broken: ");
    assertThat(report.resolve("report.html")).content().contains("This run failed: ");
  }

  @Test
  void letsClientsRunInAWorkerProcess() throws Exception {
    try (Proxy proxy = new Proxy(PackagedServer.shared().url().getPort(), Proxy.HONEST);
        LabCommand worker =
            LabCommand.start(
                directory, "worker", "--listen", "127.0.0.1:0", "--secret", "of the test")) {
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> worker.text().contains("The worker listens on 127.0.0.1:"));
      String address = worker.text().lines().findFirst().orElseThrow().replaceAll(".* |\\.$", "");
      String text =
          run(
              0,
              "run",
              experiment(2, "1s"),
              "--url",
              url(proxy),
              "--report",
              report.toString(),
              "--worker",
              address,
              "--secret=of the test");
      assertThat(text).contains("1: 2 workers");
      JsonNode figures = LabCommand.figures(report);
      assertThat(figures.path("clients").get(0).asString()).isEqualTo(address);
      assertThat(figures.path("stages").get(0).path("operations").get(0).path("done").asLong())
          .isPositive();
      assertThat(worker.text()).contains("Working for the lab at /127.0.0.1:");
      worker.terminate();
      assertThat(worker.status()).isNotZero();
    }
  }

  @Test
  void keepsWhatItHasWhenItIsStopped() throws Exception {
    try (Proxy proxy = new Proxy(PackagedServer.shared().url().getPort(), Proxy.HONEST);
        LabCommand command =
            LabCommand.start(
                directory,
                "run",
                experiment(2, "1s\"}, {\"workers\": 1, \"duration\": \"1h"),
                "--url",
                url(proxy),
                "--report",
                report.toString())) {
      await()
          .atMost(Duration.ofMinutes(3))
          .until(() -> Files.exists(report.resolve("figures.json")));
      command.terminate();
      assertThat(command.status()).isNotZero();
      assertThat(command.text()).contains("The run was stopped.");
    }
    JsonNode figures = LabCommand.figures(report);
    assertThat(figures.path("failure").asString()).isEqualTo("The run was stopped.");
    assertThat(figures.path("stages")).hasSize(1);
    assertThat(report.resolve("report.html")).exists();
  }

  @Tag("full")
  @Tag("load-lab")
  @Test
  void comparesWithTheBuildOfAnotherSourceTree() throws Exception {
    String tree = Launcher.root().toString();
    Path file = Files.writeString(directory.resolve("compared.json"), experimentOf(1, "2s"));
    String text = run(0, "run", file.toString(), "--against", tree, "--report", report.toString());
    assertThat(text).contains("none-before");
    JsonNode targets = LabCommand.figures(report).path("experiment").path("targets");
    assertThat(targets.findValuesAsString("name")).containsExactly("none-before", "none");
  }

  @Tag("full")
  @Tag("load-lab")
  @Test
  void leavesNoServerRunningWhenItIsKilled() throws Exception {
    Path file = directory.resolve("killed.json");
    Files.writeString(file, experimentOf(1, "1h"));
    try (LabCommand command =
        LabCommand.start(directory, "run", file.toString(), "--report", report.toString())) {
      await()
          .atMost(Duration.ofMinutes(3))
          .until(() -> command.descendants().stream().anyMatch(LabTest::isDatabase));
      List<ProcessHandle> servers = command.descendants();
      command.kill();
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> servers.stream().noneMatch(ProcessHandle::isAlive));
    }
  }

  private static boolean isDatabase(ProcessHandle process) {
    return process.info().command().filter(it -> it.endsWith("postgres")).isPresent();
  }

  @Test
  void saysWhichTargetDoesNotAnswer() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }
    String url = "http://localhost:" + port + "/git/";
    String text = run(1, "run", experiment(1, "1s"), "--url", url, "--report", report.toString());
    assertThat(text).contains("The target localhost-" + port + " did not start: ");
    assertThat(LabCommand.figures(report).path("failure").asString())
        .startsWith("The target localhost-" + port + " did not start: ");
  }

  @Test
  void refusesCommandsThatMakeNoSense() throws Exception {
    assertThat(run(1, "dance"))
        .isEqualTo("packhouse lab knows three commands: run EXPERIMENT, list and worker.\n");
    assertThat(run(1, "run", "clone-strom")).endsWith("; did you mean \"clone-storm\".\n");
    assertThat(run(1, "run", "clone-storm", "--target", "svn"))
        .startsWith("The experiment clone-storm has no target \"svn\"; it has packhouse, ");
    assertThat(run(1, "run", "clone-storm", "--worker", "10.0.0.1:7470"))
        .contains("The option --worker needs --secret or --secret-file");
    assertThat(run(1, "run", "clone-storm", "--against", directory.toString()))
        .isEqualTo(
            "\"" + directory + "\" holds no build of Packhouse; run packhouse build there.\n");
    Path wrong = Files.writeString(directory.resolve("wrong.json"), "{\"shwos\": 1}");
    assertThat(run(1, "run", wrong.toString()))
        .isEqualTo(wrong + ", line 1, column 2: unknown key \"shwos\"; did you mean \"shows\".\n");
  }

  @Test
  void listsItsExperiments() throws Exception {
    String text = run(0, "list");
    for (String name : experiments()) {
      assertThat(text.lines()).anyMatch(it -> it.startsWith(name + " "));
    }
  }

  private String run(int status, String... words) throws IOException, InterruptedException {
    try (LabCommand command = LabCommand.start(directory, words)) {
      int ended = command.status();
      assertThat(ended).as(command.text()).isEqualTo(status);
      return command.text();
    }
  }

  private static String url(Proxy proxy) {
    return "http://%s:%s@localhost:%d/scm/%s/"
        .formatted(PackagedServer.ADMIN, PackagedServer.PASSWORD, proxy.port(), PROJECT);
  }

  /** Clones of a small repository of its own, which a project of the shared server takes. */
  private String experiment(int workers, String duration) throws IOException {
    PackagedServer.shared().rest().createRepository(PROJECT, "made-" + System.nanoTime());
    Path file = directory.resolve("clones.json");
    return Files.writeString(file, experimentOf(workers, duration)).toString();
  }

  private static String experimentOf(int workers, String duration) {
    return """
    {
      "shows": "clones", "rounds": 1,
      "repositories": [{"name": "labrun", "bytes": "400KB", "commits": 20, "files": 20}],
      "targets": [{"name": "none", "kind": "packhouse"}],
      "operations": [{"operation": "clone", "repository": "labrun"}],
      "load": {"warmUp": "0s", "stages": [{"workers": %d, "duration": "%s"}]}
    }
    """
        .formatted(workers, duration);
  }
}
