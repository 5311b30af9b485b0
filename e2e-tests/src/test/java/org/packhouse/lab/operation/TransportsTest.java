package org.packhouse.lab.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.lab.data.GitCommand;
import org.packhouse.lab.data.RepositoryFactory;
import org.packhouse.lab.data.RepositoryPlan;
import org.packhouse.lab.data.Surroundings;
import org.packhouse.lab.data.TestRepository;
import org.packhouse.lab.experiment.Experiment.TargetPlan;
import org.packhouse.lab.experiment.OperationPlan;
import org.packhouse.lab.link.Link;
import org.packhouse.lab.target.Target;
import org.packhouse.lab.target.TargetFactory;

/** Every operation over every transport against stock git; real git verifies each response. */
class TransportsTest {

  @TempDir private static Path shared;
  @TempDir private Path scratch;

  private static @Nullable Target target;
  private static List<TestRepository> repositories = List.of();

  @BeforeAll
  static void start() throws IOException {
    for (String program : List.of("/usr/sbin/nginx", "/usr/sbin/fcgiwrap", "/usr/sbin/sshd")) {
      assumeTrue(Files.isExecutable(Path.of(program)), () -> "There is no " + program);
    }
    repositories = List.of(make("small"), make("pushed"));
    TargetPlan plan = new TargetPlan("stock", "stock-git", 1, Map.of(), null);
    target = TargetFactory.create(plan, shared.resolve("target"));
    target.start(repositories);
  }

  private static TestRepository make(String name) throws IOException {
    RepositoryPlan plan =
        new RepositoryPlan(name, 1, 400_000, 120, 6, 6, 20, 0, Surroundings.NONE, null);
    return RepositoryFactory.make(plan, shared.resolve("repositories")).getFirst();
  }

  @AfterAll
  static void stop() {
    if (target != null) {
      target.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http, 0",
    "http, 2",
    "https, 0",
    "https, 2",
    "https2, 0",
    "https2, 2",
    "ssh, 0",
    "ssh, 2"
  })
  void clonesAndFetches(String transport, int protocol) throws IOException {
    Done whole = perform(plan("clone", transport, protocol, 0, null), 1);
    assertThat(whole.bytesRead()).isGreaterThan(300_000);
    assertThat(whole.verifyingNanos()).isPositive();
    Done shallow = perform(plan("shallow-clone", transport, protocol, 0, null), 1);
    Done single = perform(plan("single-branch-clone", transport, protocol, 0, null), 1);
    assertThat(shallow.bytesRead()).isBetween(50_000L, single.bytesRead() - 50_000);
    Done fetch = perform(plan("fetch", transport, protocol, 50_000, null), 1);
    assertThat(fetch.bytesRead()).isBetween(20_000L, 150_000L);
    Done refs = perform(plan("ls-refs", transport, protocol, 0, null), 1);
    assertThat(refs.bytesRead()).isBetween(500L, 5_000L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "https", "https2", "ssh"})
  void pushes(String transport) throws IOException {
    perform(plan("push-small", transport, 2, 0, null), transport.equals("http") ? 9 : 2);
    Done big = perform(plan("push-big", transport, 2, 2_500_000, null), 1);
    assertThat(big.bytesWritten()).isGreaterThan(2_500_000);
    perform(plan("push-small", transport, 2, 0, "lab/shared"), 2);
  }

  @Test
  void pushesWhatTheRepositoryHasNotThoughAStageCountsAnew() throws IOException {
    assertThat(target).isNotNull();
    OperationPlan plan = plan("push-small", "http", 2, 0, "lab/fresh");
    List<String> blobs = new ArrayList<>();
    try (Operation operation =
        Operations.create(plan, target.endpoints(), repositories, scratch, Clock.systemUTC())) {
      for (int stage = 0; stage < 2; stage++) {
        operation.perform(turn(0, false));
        blobs.add(
            GitCommand.in(served("pushed"), "rev-parse", "lab/fresh:packhouse-lab-000000")
                .succeed()
                .text());
      }
    }
    assertThat(blobs).doesNotHaveDuplicates();
  }

  private static Path served(String repository) throws IOException {
    try (Stream<Path> files = Files.walk(shared.resolve("target"))) {
      return files.filter(it -> it.endsWith(repository + ".git")).findFirst().orElseThrow();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "ssh"})
  void clonesRightAfterAPush(String transport) throws IOException {
    Done whole = perform(plan("clone-after-push", transport, 2, 0, "lab/followed"), 2);
    assertThat(whole.bytesRead()).isGreaterThan(300_000);
    assertThat(whole.verifyingNanos()).isPositive();
    Done shallow = perform(plan("shallow-clone-after-push", transport, 2, 0, null), 2);
    assertThat(shallow.bytesRead()).isBetween(50_000L, whole.bytesRead() - 50_000);
  }

  @Test
  void pushesWhatDoesNotFitIntoMemory() throws IOException {
    Done big = perform(plan("push-big", "http", 2, 17_000_000, null), 1);
    assertThat(big.bytesWritten()).isGreaterThan(17_000_000);
    assertThat(scratch).isEmptyDirectory();
  }

  @Test
  void worksOverALongAndSlowLink() throws IOException {
    Link link = new Link(2_000_000, Duration.ofMillis(20));
    for (String transport : List.of("http", "https2", "ssh")) {
      OperationPlan plan =
          new OperationPlan("clone", "small", transport, 2, 1, 0, 0, 0, null, link, null);
      assertThat(perform(plan, 1).bytesRead()).isGreaterThan(300_000);
    }
    for (String transport : List.of("http", "https")) {
      Link slow = new Link(2_000_000, Duration.ZERO);
      OperationPlan plan =
          new OperationPlan(
              "push-small", "pushed", transport, 2, 1, 0, 0, 300_000, null, slow, null);
      assertThat(perform(plan, 1).bytesWritten()).isGreaterThan(300_000);
    }
  }

  @Test
  void fetchesAllButTheFirstCommit() throws IOException {
    for (String transport : List.of("http", "ssh")) {
      for (int protocol : List.of(0, 2)) {
        perform(plan("fetch", transport, protocol, 10_000_000, null), 1);
      }
    }
  }

  @Test
  void namesWhatItIsNotGiven() {
    assertThatThrownBy(() -> perform(plan("clone", "pigeon", 2, 0, null), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("There is no transport \"pigeon\"");
    assertThatThrownBy(() -> perform(plan("clown", "http", 2, 0, null), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("There is no operation \"clown\"; there are clone,");
  }

  private Done perform(OperationPlan plan, int times) throws IOException {
    assertThat(target).isNotNull();
    try (Operation operation =
        Operations.create(plan, target.endpoints(), repositories, scratch, Clock.systemUTC())) {
      Done done = operation.perform(turn(0, true));
      for (int i = 1; i < times; i++) {
        done = operation.perform(turn(i, true));
      }
      return done;
    }
  }

  private static Turn turn(long number, boolean sampled) {
    return new Turn(0, number, new Random(number), Link.DIRECT, sampled);
  }

  private static OperationPlan plan(
      String operation, String transport, int protocol, long bytes, @Nullable String path) {
    String repository = operation.contains("push") ? "pushed" : "small";
    return new OperationPlan(
        operation, repository, transport, protocol, 1, 0, 1, bytes, path, null, null);
  }
}
