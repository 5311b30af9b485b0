package org.packhouse.e2e.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Shell;
import org.packhouse.lab.data.RepositoryFactory;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.Surroundings;
import org.packhouse.lab.measure.ProcessGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures the processor time that the server, its database included, takes for what people read
 * most, and that native git takes for the same on the same repository. It asserts that every
 * response is right, and no duration; {@code docs/performance.md} has the figures.
 */
@Tag("full")
@Tag("measurements")
@Timeout(1800)
class ReadSpeedTest {

  private static final Logger LOG = LoggerFactory.getLogger(ReadSpeedTest.class);

  private static final int WARM = Integer.getInteger("lab.warm", 1_000);
  private static final int MEASURED = Integer.getInteger("lab.requests", 400);
  private static final int NATIVE = 40;
  private static final int COMMITS = 50_000;
  private static final int BRANCHES = 5_000;
  private static final int FILES = 1_200;
  private static final String REPOSITORY = "/projects/LAB/repos/large";
  private static final String REST = "/rest/api/latest" + REPOSITORY;
  private static final String FILE = "module007/src/File00230.txt";

  @Test
  void readsOfALargeRepository(@TempDir Path directory) throws IOException {
    Shell shell = new Shell(directory);
    RepositoryPlan plan =
        new RepositoryPlan(
            "large", 1, 60 << 20, COMMITS, BRANCHES, 0, FILES, 0, Surroundings.NONE, null);
    Path origin = RepositoryFactory.make(plan, directory.resolve("made")).getFirst().directory();
    assertThat(shell.git(origin, "rev-list", "--all", "--count").strip())
        .isEqualTo(Integer.toString(COMMITS));
    try (PackagedServer server =
            PackagedServer.builder(PackagedServer.newDirectory())
                .jvmFlag("-Xmx512m")
                .compiledForSpeed()
                .start();
        ProcessGroup serving = ProcessGroup.create("serving", server.home());
        ProcessGroup git = ProcessGroup.create("git", origin)) {
      server.rest().createRepository("LAB", "large");
      shell.git(origin, "push", "-q", "--all", server.httpUrl("LAB", "large"));
      Path stored = waitForHousekeeping(server);
      serving.adopt(server.process());
      serving.adopt(server.database());
      List<String> report = new ArrayList<>();
      report.add("load before: " + Files.readString(Path.of("/proc/loadavg")).strip());
      measure(server, serving, report);
      measureGit(git, stored, report);
      report.add("load after: " + Files.readString(Path.of("/proc/loadavg")).strip());
      LOG.info("Processor time\n{}", String.join("\n", report));
    }
  }

  /** A repository is packed and has its commit-graph soon after its first push. */
  private static Path waitForHousekeeping(PackagedServer server) {
    Path repositories = server.home().resolve("shared/repositories");
    return await()
        .atMost(Duration.ofMinutes(10))
        .pollInterval(Duration.ofSeconds(1))
        .until(() -> packed(repositories), path -> !path.toString().isEmpty());
  }

  private static Path packed(Path repositories) {
    try (Stream<Path> files = Files.walk(repositories)) {
      return files
          .filter(it -> Files.exists(it.resolve("objects/info/commit-graph")))
          .findFirst()
          .orElse(Path.of(""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void measure(PackagedServer server, ProcessGroup serving, List<String> report) {
    Browser browser = new Browser(server.url());
    Map<String, IntConsumer> reads = new LinkedHashMap<>();
    rest(reads, browser, "50 commits", "/commits?limit=50");
    page(reads, browser, "50 commits", "/commits");
    rest(reads, browser, "root tree", "/browse?limit=1000");
    page(reads, browser, "root tree", "/browse");
    rest(reads, browser, "a file", "/browse/" + FILE);
    rest(reads, browser, "a file, raw", "/raw/" + FILE);
    page(reads, browser, "a file", "/browse/" + FILE);
    rest(reads, browser, "50 branches with details", "/branches?details=true&limit=50");
    rest(
        reads,
        browser,
        "50 branches with details, latest first",
        "/branches?details=true&limit=50&orderBy=MODIFICATION");
    page(reads, browser, "50 branches with details", "/branches");
    assertThat(browser.rest(REST + "/branches?details=true&limit=50")).contains("\"ahead\":2");
    for (int round = 0; round < WARM; round += 100) {
      reads.values().forEach(read -> repeat(read, 100));
    }
    reads.forEach((name, read) -> {
      long before = serving.processorNanos();
      repeat(read, MEASURED);
      long taken = serving.processorNanos() - before;
      report.add(line(name, taken, MEASURED));
    });
  }

  private static void rest(
      Map<String, IntConsumer> reads, Browser browser, String name, String path) {
    reads.put("REST " + name, _ -> assertThat(browser.rest(REST + path)).isNotEmpty());
  }

  private static void page(
      Map<String, IntConsumer> reads, Browser browser, String name, String path) {
    reads.put("page " + name, _ -> assertThat(browser.page(REPOSITORY + path)).contains("<main"));
  }

  private static void measureGit(ProcessGroup git, Path repository, List<String> report) {
    Map<String, String> commands = new LinkedHashMap<>();
    commands.put("git log -50", "git log -50 --format=fuller main");
    commands.put("git ls-tree", "git ls-tree main");
    commands.put("git cat-file", "git cat-file blob main:" + FILE);
    commands.put(
        "git for-each-ref", "git for-each-ref --count=50 --format='%(refname) %(subject)'");
    commands.put(
        "git for-each-ref, ahead and behind",
        "git for-each-ref --count=50 --format='%(refname)' refs/heads/ | while read -r ref; do"
            + " git rev-list --left-right --count main...$ref; done");
    commands.forEach((name, command) -> {
      String line = command.replace("git ", "git -c safe.directory=* ");
      long before = git.processorNanos();
      repeat(_ -> assertThat(output(git, repository, line)).isNotEmpty(), NATIVE);
      report.add(line(name, git.processorNanos() - before, NATIVE));
    });
  }

  private static byte[] output(ProcessGroup group, Path directory, String line) {
    try {
      Process process =
          group.start(new ProcessBuilder("sh", "-c", line).directory(directory.toFile()));
      return process.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void repeat(IntConsumer read, int times) {
    for (int i = 0; i < times; i++) {
      read.accept(i);
    }
  }

  private static String line(String name, long nanos, int times) {
    return "%-45s %7.2f ms".formatted(name, nanos / 1e6 / times);
  }
}
