package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.app.testing.TestingSsh.Result;

/** Messages that people read while their clones wait for the only ticket. */
class WaitingMessagesTest {

  private static final String WAITING = "remote: Waiting for a free slot, ";
  private static final String STARTING = "remote: A slot is free, starting";

  private static TestingServer server;
  private static TestingSsh ssh;

  @TempDir private Path clones;
  private final Executor threads = Executors.newVirtualThreadPerTaskExecutor();
  private GitFixture source;

  @BeforeAll
  static void start() {
    server =
        TestingServer.builder()
            .with("throttle.resource.scm-hosting.strategy", "fixed")
            .with("throttle.resource.scm-hosting.fixed.limit", "1")
            .with("throttle.resource.scm-hosting.timeout", "12")
            .with("throttle.resource.cached-responses.strategy", "fixed")
            .with("throttle.resource.cached-responses.fixed.limit", "1")
            .with("throttle.resource.cached-responses.timeout", "5")
            .with("git.engine", "native")
            .with("housekeeping.enabled", "false")
            .start();
    ssh = TestingSsh.of(server);
  }

  @AfterAll
  static void stop() {
    ssh.close();
    server.close();
  }

  @BeforeEach
  void makeSource() throws IOException {
    source = GitFixture.workTree(Files.createTempDirectory(clones, "source"));
    source.commit("file", "text of " + clones);
  }

  @AfterEach
  void nobodyWaits() {
    await().untilAsserted(() -> assertThat(tickets().state(Bucket.SCM_HOSTING).queued()).isZero());
  }

  @Test
  void tellHowManyAreAheadWithTheSideBandOpenFromTheStart() throws Exception {
    Result clone = waited("-c", "protocol.version=2", "clone", "--no-checkout", fill().url());
    assertThat(clone.err()).contains(WAITING + "0 ahead of you", STARTING);
    assertSucceeded(clone);
  }

  @Test
  void tellItInTheOldProtocolAfterTheAnswerToAClone() throws Exception {
    Result clone = waited("-c", "protocol.version=0", "clone", "--no-checkout", fill().url());
    assertThat(clone.err()).contains(WAITING + "0 ahead of you", STARTING);
    assertSucceeded(clone);
  }

  @Test
  void tellItOverSshAndToEverybodyWhoSharesTheTicket() throws Exception {
    Path key = ssh.createKey(server.get(Users.class).findByName(TestingServer.ADMIN).orElseThrow());
    String url = ssh.url(fill().repository);
    List<CompletableFuture<Result>> results = new ArrayList<>();
    try (Ticket _ = takeTheTicket()) {
      for (int i = 0; i < 3; i++) {
        results.add(
            CompletableFuture.supplyAsync(
                () -> ssh.git(key, clones, "clone", "--no-checkout", url, target()), threads));
      }
      await().until(() -> tickets().state(Bucket.SCM_HOSTING).queued() == 1);
      awaitSecondsOfWaiting();
    }
    for (CompletableFuture<Result> result : results) {
      assertThat(result.get().err()).contains(WAITING + "0 ahead of you", STARTING);
      assertSucceeded(result.get());
    }
  }

  @Test
  void areInNoEntryOfTheCache() throws Exception {
    String url = fill().url();
    assertThat(waited("clone", "--no-checkout", url).err()).contains(WAITING);
    Result cached = git("clone", "--no-checkout", url, target());
    assertThat(cached.err()).doesNotContain(WAITING, STARTING);
    assertSucceeded(cached);
  }

  /** Which has no words for it before the response. */
  @Test
  void spareAFetchThatNegotiates() throws Exception {
    FetchKit kit = fill();
    String target = target();
    assertSucceeded(git("clone", "--no-checkout", kit.url(), target));
    source.commit("later", "more");
    kit.fill(source);
    Result fetch = waited("-C", target, "-c", "protocol.version=0", "fetch", kit.url(), "main");
    assertThat(fetch.err()).doesNotContain(WAITING);
    assertSucceeded(fetch);
  }

  @Test
  void endWithTheReasonForWhoWaitedInVain() throws Exception {
    String url = fill().url();
    List<CompletableFuture<Result>> results = new ArrayList<>();
    try (Ticket _ = takeTheTicket()) {
      for (String version : List.of("0", "2")) {
        results.add(
            CompletableFuture.supplyAsync(
                () -> git("-c", "protocol.version=" + version, "clone", url, target()), threads));
      }
      for (CompletableFuture<Result> refused : results) {
        assertThat(refused.get().status()).isNotZero();
        assertThat(refused.get().err())
            .contains(WAITING, "Packhouse is currently under heavy load")
            .doesNotContain(STARTING, "bad band");
      }
    }
  }

  @Test
  void areNotForCachedResponsesWhichWaitForTheirTurnInSilence() throws Exception {
    String url = fill().url();
    assertSucceeded(git("clone", "--no-checkout", url, target()));
    CompletableFuture<Result> clone;
    try (Ticket _ = tickets().acquire(sending())) {
      clone =
          CompletableFuture.supplyAsync(
              () -> git("clone", "--no-checkout", url, target()), threads);
      await().until(() -> tickets().state(Bucket.CACHED_RESPONSES).queued() == 1);
    }
    assertSucceeded(clone.get());
    assertThat(clone.get().err()).doesNotContain(WAITING);
    await().until(() -> tickets().state(Bucket.CACHED_RESPONSES).used() == 0);
  }

  @Test
  void areNotForCachedResponsesThatGoWithoutATurnWhenTheyHaveWaitedForLong() throws Exception {
    Path key = ssh.createKey(server.get(Users.class).findByName(TestingServer.ADMIN).orElseThrow());
    FetchKit kit = fill();
    assertSucceeded(git("clone", "--no-checkout", kit.url(), target()));
    long waited = tickets().state(Bucket.CACHED_RESPONSES).counts().waited();
    try (Ticket _ = tickets().acquire(sending())) {
      assertSucceeded(git("clone", "--no-checkout", kit.url(), target()));
      String url = ssh.url(kit.repository);
      assertSucceeded(ssh.git(key, clones, "clone", "--no-checkout", url, target()));
    }
    assertThat(tickets().state(Bucket.CACHED_RESPONSES).counts().waited()).isEqualTo(waited + 2);
    assertThat(tickets().state(Bucket.CACHED_RESPONSES).counts().refused()).isZero();
  }

  private static TicketRequest sending() {
    return TicketRequest.of(Work.SENDING, TicketRequest.Target.repository(0), "somebody");
  }

  /** A repository of its own that has what the source has. */
  private FetchKit fill() throws IOException {
    FetchKit kit = new FetchKit(server);
    kit.fill(source);
    return kit;
  }

  /** Runs git while the ticket is out, until it has waited for a while. */
  private Result waited(String... line) throws Exception {
    List<String> all = new ArrayList<>(List.of(line));
    if (all.contains("clone")) {
      all.add(target());
    }
    String[] arguments = all.toArray(String[]::new);
    CompletableFuture<Result> result;
    try (Ticket _ = takeTheTicket()) {
      result = CompletableFuture.supplyAsync(() -> git(arguments), threads);
      await().until(() -> tickets().state(Bucket.SCM_HOSTING).queued() == 1);
      awaitSecondsOfWaiting();
    }
    return result.get();
  }

  /** People are told after two seconds. */
  private static void awaitSecondsOfWaiting() {
    long begun = System.nanoTime();
    await().until(() -> System.nanoTime() - begun > 4_000_000_000L);
  }

  private static Ticket takeTheTicket() throws IOException {
    return tickets()
        .acquire(TicketRequest.of(Work.CLONE, TicketRequest.Target.repository(0), "somebody"));
  }

  private static Tickets tickets() {
    return server.get(Tickets.class);
  }

  private void assertSucceeded(Result git) {
    assertThat(git.status()).as(git.err()).isZero();
  }

  private String target() {
    return clones.resolve("clone-" + System.nanoTime()).toString();
  }

  private Result git(String... arguments) {
    List<String> line = new ArrayList<>(List.of("git"));
    line.addAll(List.of(arguments));
    return TestingSsh.run(new ProcessBuilder(line).directory(clones.toFile()));
  }
}
