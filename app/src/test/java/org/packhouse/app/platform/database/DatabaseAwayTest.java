package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.FreePort;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.slf4j.LoggerFactory;

/** A PostgreSQL that is stopped under a server and comes back, as clients see it. */
class DatabaseAwayTest {

  private static final String AWAY = "cannot reach its data";

  private static final Pattern OF_REQUESTS =
      Pattern.compile("org\\.apache\\.|org\\.packhouse\\.app\\.(engine|web|platform\\.rest)\\.");

  private static int port;
  private static Path data;
  private static EmbeddedPostgres postgres;
  private static TestingServer server;
  private static TestingSsh ssh;
  private static Repository repository;
  private static Path known;
  private static Path unknown;

  private static final ListAppender<ILoggingEvent> BACKGROUND_WORK = new ListAppender<>();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    BACKGROUND_WORK.start();
    root().addAppender(BACKGROUND_WORK);
    port = FreePort.next();
    data = directory.resolve("data");
    postgres = run();
    server =
        TestingServer.builder()
            .with("jdbc.url", postgres.getJdbcUrl("postgres", "postgres"))
            .with("jdbc.pool-timeout", "1s")
            .with("jdbc.connect-timeout", "1s")
            .start();
    ssh = TestingSsh.of(server);
    repository = TestingProjects.in(server).repository();
    known = ssh.createAccessKey(repository, "REPO_WRITE");
    unknown = ssh.createAccessKey(repository, "REPO_WRITE");
    GitFixture work = GitFixture.workTree(ssh.directory().resolve("work"));
    work.commit("a.txt", "a");
    ssh.gitOk(known, work.directory(), "push", "--quiet", ssh.url(repository), "main");
  }

  private static EmbeddedPostgres run() throws IOException {
    return EmbeddedPostgres.builder()
        .setPort(port)
        .setDataDirectory(data)
        .setCleanDataDirectory(false)
        .setRegisterShutdownHook(false)
        .start();
  }

  @AfterAll
  static void stop() throws IOException {
    root().detachAppender(BACKGROUND_WORK);
    ssh.close();
    server.close();
    postgres.close();
  }

  @BeforeEach
  void away() throws IOException {
    log.start();
    root().addAppender(log);
    postgres.close();
  }

  private static Logger root() {
    return (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
  }

  @AfterEach
  void leavesNoStackTraceOfEachRequest() {
    root().detachAppender(log);
    assertThat(List.copyOf(log.list))
        .filteredOn(event -> OF_REQUESTS.matcher(event.getLoggerName()).lookingAt())
        .allSatisfy(event -> assertThat(event.getThrowableProxy()).isNull());
    assertThat(List.copyOf(log.list))
        .extracting(ILoggingEvent::getFormattedMessage)
        .doesNotContain("Unhandled exception. Will keep running.");
  }

  @AfterEach
  void back() throws IOException {
    postgres = run();
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> {
          assertThat(list(known).status()).isZero();
          assertThat(list(unknown).status()).isZero();
          assertThat(TestingRest.admin(server).get("/rest/api/latest/projects").status())
              .isEqualTo(200);
          // Until then the next test hears of no trouble: it was told already.
          assertThat(isBackgroundWorkLookedFor()).isTrue();
        });
  }

  private static boolean isBackgroundWorkLookedFor() {
    List<String> told = ofBackgroundWork(BACKGROUND_WORK);
    return told.isEmpty() || told.getLast().equals("This node looks for background work again");
  }

  private static List<String> ofBackgroundWork(ListAppender<ILoggingEvent> log) {
    return List.copyOf(log.list).stream()
        .map(ILoggingEvent::getFormattedMessage)
        .filter(it -> it.contains("background work"))
        .toList();
  }

  private static TestingSsh.Result list(Path key) {
    return ssh.git(key, ssh.directory(), "ls-remote", ssh.url(repository));
  }

  @Test
  void isWhatSshSaysAndNotThatTheKeyIsWrong() {
    for (Path key : List.of(known, unknown)) {
      TestingSsh.Result result = list(key);
      assertThat(result.status()).isNotZero();
      assertThat(result.err()).contains(AWAY).doesNotContain("Permission denied");
    }
  }

  @Test
  void isWhatGitSaysOverHttp() {
    GitFixture.Result result =
        GitFixture.in(ssh.directory()).run("ls-remote", server.cloneUrl(repository));
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.errors()).contains(AWAY).contains("503");
  }

  @Test
  void isToldOnceOfBackgroundWork() {
    await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> ofBackgroundWork(log).stream().anyMatch(it -> it.startsWith("Nobody looks for")));
    List<String> told = ofBackgroundWork(log);
    // An attempt that began in the test before may fail, and the next succeed, before it is away.
    for (int i = 1; i < told.size(); i++) {
      assertThat(told.get(i)).isNotEqualTo(told.get(i - 1));
    }
  }

  @Test
  void isWhatRestSays() {
    for (TestingRest rest : List.of(TestingRest.admin(server), TestingRest.anonymous(server))) {
      TestingRest.Response response = rest.get("/rest/api/latest/projects");
      assertThat(response.status()).isEqualTo(503);
      assertThat(response.message()).contains(AWAY);
      assertThat(response.response().headers().firstValue("Retry-After")).isPresent();
    }
  }

  @Test
  void isWhatPagesSay() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(server.httpUrl() + "/projects"))
            .header("Accept", "text/html")
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> page = client.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(page.statusCode()).isEqualTo(503);
      assertThat(page.body()).contains(AWAY);
    }
  }
}
