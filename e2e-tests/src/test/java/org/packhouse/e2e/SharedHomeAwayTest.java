package org.packhouse.e2e;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.packhouse.e2e.harness.BindMount;
import org.packhouse.e2e.harness.PackagedServer;
import org.packhouse.e2e.harness.Rest;
import org.packhouse.e2e.harness.Shell;

/** The file server of the shared home stops to answer while people clone, and comes back. */
@Tag("full")
@Tag("nodes")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SharedHomeAwayTest {

  private static final int QUESTIONS = 30;

  /** What operators are promised. */
  private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(1);

  /** Requests wait for two seconds, and a node tells load balancers up to two seconds later. */
  private static final Duration ERROR_WITHIN = Duration.ofSeconds(5);

  private static final Duration RUNNING_WITHIN = Duration.ofSeconds(5);

  private static final Duration ASKED_EVERY = Duration.ofMillis(200);
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final int INSIDE_OF = 40;
  private static final int SHOWN = 200;
  private static final String SENTENCE = "The server cannot reach its ";

  private final Path directory = PackagedServer.newDirectory();
  private BindMount mount;
  private EmbeddedPostgres postgres;
  private PackagedServer server;
  private HttpClient balancer;
  private Shell ada;
  private String tip;

  @BeforeAll
  void startServer() throws IOException, InterruptedException {
    mount = BindMount.make(directory);
    postgres = EmbeddedPostgres.builder().start();
    server =
        PackagedServer.builder(directory.resolve("home"))
            .with("packhouse.shared-home", mount.place().toString())
            .with("jdbc.url", postgres.getJdbcUrl("postgres", "postgres"))
            .with("jdbc.user", "postgres")
            .with("jdbc.password", "postgres")
            // Each request looks at the files.
            .with("refs.check-interval", "0s")
            .start();
    balancer = HttpClient.newBuilder().connectTimeout(ANSWERS_WITHIN).build();
    ada = new Shell(Files.createDirectory(directory.resolve("ada")));
    server.rest().createRepository("AWAY", "files");
    server.rest().put("/rest/api/latest/projects/AWAY/repos/files", Map.of("public", true));
    Path work = ada.repository("files");
    ada.git(work, "push", "-q", url(), "main");
    tip = ada.git(work, "rev-parse", "HEAD").strip();
    server.rest().post("/rest/ssh/latest/keys", Map.of("text", ada.makeKey()));
  }

  @AfterAll
  void stopServer() throws Exception {
    if (mount != null) {
      mount.go();
    }
    if (balancer != null) {
      balancer.close();
    }
    if (server != null) {
      server.close();
    }
    if (postgres != null) {
      postgres.close();
    }
    if (mount != null) {
      mount.close();
    }
  }

  @Test
  void theServerSaysSoAndComesBack() throws Exception {
    stopAndGo(40);
  }

  @Test
  void theServerSaysSoAndComesBackThoughHundredsClone() throws Exception {
    stopAndGo(400);
  }

  @Test
  void aMountThatTakesNoWritesIsAnErrorToo() throws Exception {
    assumeTrue("root".equals(System.getProperty("user.name")), "Only root makes it read-only");
    mount.readOnly(true);
    try {
      await().until(() -> status().contains("ERROR"));
      assertThat(problem()).contains("read-only file system");
      assertThat(ada.tryGit(ada.home(), "ls-remote", url()).err()).contains(SENTENCE);
    } finally {
      mount.readOnly(false);
    }
    await().until(() -> status().contains("RUNNING"));
    ada.git(ada.home(), "ls-remote", url());
  }

  private void stopAndGo(int many) throws Exception {
    try (Cloners cloners = new Cloners(many)) {
      cloners.awaitAnother(many);
      List<Response> responses = new ArrayList<>();
      long stoppedAt = System.nanoTime();
      mount.stop();
      try {
        await()
            .atMost(ERROR_WITHIN)
            .pollInterval(ASKED_EVERY)
            .until(() -> ask(responses).state().contains("ERROR"));
        long error = millisSince(stoppedAt);
        assertEverybodyIsTold();
        await()
            .atMost(LIMIT)
            .pollInterval(ASKED_EVERY)
            .until(() -> {
              assertThat(ask(responses).state()).contains("ERROR");
              return responses.size() >= QUESTIONS;
            });
        assertThat(cloners.refused).hasValueGreaterThan(many / 2);
        // Who was inside when the home stopped is there still.
        assertThat(cloners.underWay).hasValueGreaterThan(many / INSIDE_OF);
        System.out.printf(
            "%d clone, %d inside: ERROR after %d ms; the longest of %d answers took %d ms%n",
            many,
            cloners.underWay.get(),
            error,
            responses.size(),
            responses.stream().mapToLong(Response::millis).max().orElseThrow());
      } finally {
        mount.go();
      }
      long wentAt = System.nanoTime();
      await()
          .atMost(RUNNING_WITHIN)
          .pollInterval(ASKED_EVERY)
          .until(() -> status().contains("RUNNING"));
      System.out.printf("%d clone: RUNNING after %d ms%n", many, millisSince(wentAt));
      cloners.awaitAnother(many);
      assertThat(cloners.otherwise).isEmpty();
    }
    ada.git(ada.home(), "clone", "-q", url(), "clone-" + many);
    ada.git(ada.home().resolve("clone-" + many), "fsck", "--full", "--no-progress");
  }

  /** State that a load balancer was told, and for how long it waited. */
  private record Response(String state, long millis) {}

  private Response ask(List<Response> responses) throws IOException, InterruptedException {
    long askedAt = System.nanoTime();
    String state = status();
    responses.add(new Response(state, millisSince(askedAt)));
    return responses.getLast();
  }

  private static long millisSince(long nanoTime) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
  }

  /** None of them waits for the file server: it stands still. */
  private void assertEverybodyIsTold() {
    assertThat(problem())
        .contains("the shared home " + mount.place() + " is away: it has not answered for ");
    for (String url : List.of(url(), server.sshUrl("away", "files"))) {
      Shell.Result refused = ada.tryGit(ada.home(), "ls-remote", url);
      assertThat(refused.status()).isNotZero();
      assertThat(refused.err()).contains(SENTENCE);
    }
    Rest.Response rest =
        server
            .rest()
            .send("GET", "/rest/api/latest/projects/AWAY/repos/files/commits?until=main", null);
    assertThat(rest.status()).as(rest.body()).isEqualTo(503);
    assertThat(rest.body()).contains(SENTENCE);
    Rest.Response page = server.rest().send("GET", "/projects/AWAY/repos/files/browse", null);
    assertThat(page.status()).as(page.body()).isEqualTo(503);
  }

  private String url() {
    return server.httpUrl("away", "files");
  }

  private String problem() {
    return server.rest().get("/rest/packhouse/latest/admin/node").path("problem").asString("");
  }

  /** Fails if it takes longer than a load balancer waits. */
  private String status() throws IOException, InterruptedException {
    return balancer
        .send(
            HttpRequest.newBuilder(URI.create(server.url() + "/status"))
                .timeout(ANSWERS_WITHIN)
                .build(),
            BodyHandlers.ofString())
        .body();
  }

  /** People who clone, and again after a moment. */
  private final class Cloners implements AutoCloseable {

    private final AtomicInteger cloned = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();
    private final Set<String> otherwise = ConcurrentHashMap.newKeySet();
    private final CountDownLatch enough = new CountDownLatch(1);
    private final long pauseMillis;
    private final HttpClient client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<?>> running = new ArrayList<>();

    Cloners(int many) {
      // All on the processors that the server has: a hundred a second leave it some.
      pauseMillis = TimeUnit.SECONDS.toMillis(Math.max(1, many / 100));
      for (int count = 0; count < many; count++) {
        Random pauses = new Random(count);
        running.add(threads.submit(() -> cloneAllTheTime(pauses)));
      }
    }

    private int cloneAllTheTime(Random pauses) throws InterruptedException {
      int times = 0;
      pause(pauses);
      while (enough.getCount() > 0) {
        if (clones()) {
          times++;
          cloned.incrementAndGet();
        }
        pause(pauses);
      }
      return times;
    }

    /** Of any length, so that at each moment some are at it. */
    private void pause(Random pauses) throws InterruptedException {
      var _ = enough.await(pauses.nextLong(2 * pauseMillis), TimeUnit.MILLISECONDS);
    }

    /** Asks for the refs and for a pack, as git does. */
    private boolean clones() throws InterruptedException {
      String refs = line("command=ls-refs\n") + "0001" + line("peel\n") + "0000";
      String fetch =
          line("command=fetch\n") + "0001" + line("want " + tip + "\n") + line("done\n") + "0000";
      try {
        return has(refs, tip) && has(fetch, "PACK");
      } catch (IOException e) {
        // A response that had begun is broken off.
        return false;
      }
    }

    private static String line(String text) {
      return "%04x%s".formatted(text.length() + 4, text);
    }

    /** False: they were told that the server cannot reach its files. */
    private boolean has(String body, String wanted) throws IOException, InterruptedException {
      HttpResponse<String> response = send(body);
      String told = response.body();
      if (told.contains(SENTENCE)) {
        refused.incrementAndGet();
        return false;
      }
      if (!told.contains(wanted)) {
        otherwise.add(
            response.statusCode() + " " + told.substring(0, Math.min(told.length(), SHOWN)));
      }
      return told.contains(wanted);
    }

    private HttpResponse<String> send(String body) throws IOException, InterruptedException {
      underWay.incrementAndGet();
      try {
        return client.send(request(body), BodyHandlers.ofString(ISO_8859_1));
      } finally {
        underWay.decrementAndGet();
      }
    }

    private HttpRequest request(String body) {
      String signIn = PackagedServer.ADMIN + ":" + PackagedServer.PASSWORD;
      return HttpRequest.newBuilder(
              URI.create(server.url() + "/scm/away/files.git/git-upload-pack"))
          .header("Content-Type", "application/x-git-upload-pack-request")
          .header("Git-Protocol", "version=2")
          .header(
              "Authorization",
              "Basic " + Base64.getEncoder().encodeToString(signIn.getBytes(UTF_8)))
          .POST(BodyPublishers.ofString(body))
          .build();
    }

    void awaitAnother(int clones) {
      int then = cloned.get();
      await().atMost(LIMIT).until(() -> cloned.get() >= then + clones);
    }

    /** Waits for all, of whom none may have failed in another way than by a refusal. */
    @Override
    public void close() {
      enough.countDown();
      threads.close();
      client.close();
      running.forEach(Future::resultNow);
    }
  }
}
