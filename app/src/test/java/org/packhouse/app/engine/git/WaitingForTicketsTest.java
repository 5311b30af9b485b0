package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.user.Users;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.BucketState;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.app.testing.TestingSsh.Result;

/** Clones that wait for one of two tickets. */
class WaitingForTicketsTest {

  private static final String SENTENCE = "Packhouse is currently under heavy load";

  private static TestingServer server;
  private static GatedGit gate;
  private static TestingSsh ssh;

  @TempDir private static Path directory;
  @TempDir private Path clones;
  private final Executor threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Process> clients = new ArrayList<>();

  @BeforeAll
  static void start() {
    gate = new GatedGit(directory.resolve("gate"));
    server = serverWith(gate, Duration.ofMinutes(5));
    ssh = TestingSsh.of(server);
  }

  private static TestingServer serverWith(GatedGit git, Duration timeout) {
    return TestingServer.builder()
        .with("scm.git.executable", git.program().toString())
        .with("throttle.resource.scm-hosting.fixed.limit", "2")
        .with("throttle.resource.scm-hosting.timeout", Long.toString(timeout.toSeconds()))
        .with("throttle.resource.archive.fixed.limit", "1")
        .with("throttle.resource.archive.timeout", "0")
        .with("housekeeping.enabled", "false")
        .start();
  }

  @AfterAll
  static void stop() {
    ssh.close();
    server.close();
  }

  @BeforeEach
  void close() throws IOException {
    gate.close();
  }

  @AfterEach
  void nobodyIsLeft() {
    clients.forEach(Process::destroyForcibly);
    await()
        .untilAsserted(() -> {
          assertThat(hosting(server).queued()).isZero();
          assertThat(hosting(server).used()).isZero();
        });
  }

  @Test
  void noMoreThanTheLimitWorkAtOnceAndAllAreServed() throws Exception {
    List<CompletableFuture<Result>> results = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      FetchKit kit = kit(server, 1);
      results.add(CompletableFuture.supplyAsync(() -> run(clone(kit.url())), threads));
    }
    await().until(() -> hosting(server).queued() == 8);
    gate.open();
    for (CompletableFuture<Result> result : results) {
      assertThat(result.get().status()).as(result.get().err()).isZero();
    }
    assertThat(gate.begun()).hasSize(10);
    assertThat(gate.most()).isEqualTo(2);
  }

  @Test
  void aCrowdOfOneRepositoryHoldsUpNobodyElse() throws Exception {
    FetchKit crowd = kit(server, 50);
    FetchKit lonely = kit(server, 1);
    List<CompletableFuture<byte[]>> responses = new ArrayList<>();
    for (String commit : crowd.git().git("rev-list", "--all").lines().toList()) {
      responses.add(CompletableFuture.supplyAsync(() -> shallow(crowd, commit), threads));
    }
    await().until(() -> hosting(server).queued() == 48);
    responses.add(
        CompletableFuture.supplyAsync(
            () -> shallow(lonely, lonely.git().git("rev-parse", "HEAD").strip()), threads));
    await().until(() -> hosting(server).queued() == 49);
    await().until(() -> gate.begun().size() == 2);
    gate.open();
    for (CompletableFuture<byte[]> response : responses) {
      assertThat(FetchKit.text(response.get())).contains("PACK");
    }
    assertThat(gate.begun().subList(0, 4)).contains(lonely.directory());
  }

  @Test
  void whoAsksForTheSameAtOnceSharesATicket() throws Exception {
    FetchKit kit = kit(server, 1);
    String tip = kit.git().git("rev-parse", "HEAD").strip();
    long before = hosting(server).counts().granted();
    List<CompletableFuture<byte[]>> responses = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      responses.add(CompletableFuture.supplyAsync(() -> shallow(kit, tip), threads));
    }
    await().until(() -> gate.begun().size() == 1);
    gate.open();
    for (CompletableFuture<byte[]> response : responses) {
      assertThat(FetchKit.text(response.get())).contains("PACK");
    }
    assertThat(hosting(server).counts().granted()).isEqualTo(before + 1);
    assertThat(gate.begun()).hasSize(1);
  }

  @Test
  void aClientOverSshThatIsKilledLeavesTheQueue() throws Exception {
    Path key = ssh.createKey(server.get(Users.class).findByName(TestingServer.ADMIN).orElseThrow());
    occupy();
    FetchKit kit = kit(server, 1);
    Process waiting = ssh.gitProcess(key, clones, arguments(ssh.url(kit.repository))).start();
    clients.add(waiting);
    await().until(() -> hosting(server).queued() == 1);
    waiting.descendants().forEach(ProcessHandle::destroyForcibly);
    waiting.destroyForcibly();
    await().until(() -> hosting(server).queued() == 0);
    gate.open();
  }

  @Test
  void aClientOverHttpThatIsKilledLeavesTheQueue() throws Exception {
    occupy();
    Process waiting = clone(kit(server, 1).url()).start();
    clients.add(waiting);
    await().until(() -> hosting(server).queued() == 1);
    waiting.descendants().forEach(ProcessHandle::destroyForcibly);
    waiting.destroyForcibly();
    await().until(() -> hosting(server).queued() == 0);
    gate.open();
  }

  @Test
  void tellsWhoWaitedInVainAndWhoWaitsWhenTheServerStops() throws Exception {
    GatedGit other = new GatedGit(directory.resolve("other"));
    TestingServer brief = serverWith(other, Duration.ofSeconds(5));
    TestingSsh client = TestingSsh.of(brief);
    boolean stopped = false;
    try {
      Path key =
          client.createKey(brief.get(Users.class).findByName(TestingServer.ADMIN).orElseThrow());
      occupy(brief, other);
      FetchKit kit = kit(brief, 1);
      CompletableFuture<Result> http =
          CompletableFuture.supplyAsync(() -> run(clone(kit.url())), threads);
      ProcessBuilder noting =
          client.gitProcess(key, clones, arguments(client.url(kit(brief, 1).repository)));
      Path status = directory.resolve("status");
      noting
          .environment()
          .compute(
              "GIT_SSH_COMMAND",
              (_, ssh) -> "f() { %s \"$@\"; echo $? > %s; }; f".formatted(ssh, status));
      Result overSsh = run(noting);
      assertThat(status).content().isEqualTo("1\n");
      for (Result refused : List.of(http.get(), overSsh)) {
        assertThat(refused.status()).isNotZero();
        assertThat(refused.err()).contains(SENTENCE);
      }
      other.open();
      await().until(() -> hosting(brief).used() == 0);
      assertThat(run(clone(kit.url())).status()).isZero();
      other.close();
      occupy(brief, other);
      FetchKit late = kit(brief, 1);
      CompletableFuture<Result> waiting =
          CompletableFuture.supplyAsync(() -> run(clone(late.url())), threads);
      await().until(() -> hosting(brief).queued() == 1);
      CompletableFuture<Void> closing = CompletableFuture.runAsync(brief::close, threads);
      stopped = true;
      assertThat(waiting.get().err()).contains("Packhouse is stopping");
      other.open();
      closing.get();
    } finally {
      client.close();
      if (!stopped) {
        brief.close();
      }
    }
  }

  @Test
  void restAndPagesSayWhenToComeAgain() throws Exception {
    Repository repository = TestingProjects.in(server).publicRepository();
    GitFixture source = GitFixture.workTree(clones.resolve("source"));
    source.commit("file", "text");
    Path served = server.get(RepositoryStorage.class).directory(repository.id());
    source.git("push", "--quiet", "--mirror", served.toString());
    String path =
        "/projects/%s/repos/%s/archive".formatted(repository.project().key(), repository.slug());
    TicketRequest request =
        TicketRequest.of(Work.ARCHIVE, TicketRequest.Target.repository(repository.id()), "ada");
    try (Ticket _ = server.get(Tickets.class).acquire(request)) {
      HttpResponse<String> rest = get("/rest/api/latest" + path);
      assertThat(rest.statusCode()).isEqualTo(503);
      assertThat(rest.headers().firstValue("Retry-After")).hasValue("30");
      assertThat(rest.body())
          .contains("com.atlassian.bitbucket.throttle.ResourceBusyException", SENTENCE);
      HttpResponse<String> page = get(path);
      assertThat(page.statusCode()).isEqualTo(503);
      assertThat(page.headers().firstValue("Retry-After")).hasValue("30");
      assertThat(page.body()).contains("<html", SENTENCE);
    }
    assertThat(get(path).statusCode()).isEqualTo(200);
  }

  private static HttpResponse<String> get(String path) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create(server.httpUrl() + path)).build(),
          HttpResponse.BodyHandlers.ofString(StandardCharsets.ISO_8859_1));
    }
  }

  private void occupy() throws IOException {
    occupy(server, gate);
  }

  /** Both tickets are out. */
  private void occupy(TestingServer at, GatedGit git) throws IOException {
    for (int i = 0; i < 2; i++) {
      FetchKit kit = kit(at, 1);
      String tip = kit.git().git("rev-parse", "HEAD").strip();
      CompletableFuture<byte[]> _ = CompletableFuture.supplyAsync(() -> shallow(kit, tip), threads);
    }
    await().until(() -> git.begun().size() == 2);
  }

  private FetchKit kit(TestingServer at, int commits) throws IOException {
    Path work = Files.createTempDirectory(clones, "source");
    GitFixture source = GitFixture.workTree(work);
    for (int i = 0; i < commits; i++) {
      source.commit("file", work + " " + i);
    }
    FetchKit kit = new FetchKit(at);
    kit.fill(source);
    return kit;
  }

  private static byte[] shallow(FetchKit kit, String commit) {
    return kit.ask(
        ProtocolVersion.V2,
        FetchKit.command("fetch", "want " + commit, "filter blob:none", "done"));
  }

  private ProcessBuilder clone(String url) {
    List<String> line = new ArrayList<>(List.of("git"));
    line.addAll(List.of(arguments(url)));
    return new ProcessBuilder(line).directory(clones.toFile());
  }

  private String[] arguments(String url) {
    String target = clones.resolve("clone-" + System.nanoTime()).toString();
    return new String[] {"clone", "--quiet", "--bare", "--filter=blob:none", url, target};
  }

  private static Result run(ProcessBuilder client) {
    return TestingSsh.run(client);
  }

  private static BucketState hosting(TestingServer at) {
    return at.get(Tickets.class).state(Bucket.SCM_HOSTING);
  }
}
