package org.packhouse.app.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.engine.connector.Commands;
import org.packhouse.app.engine.connector.TestCertificate;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.testing.FreePort;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.slf4j.LoggerFactory;

/** Real git against HTTPS, where it speaks HTTP/2, and plain HTTP. */
class GitOverHttpTest {

  private static final int LONG_FILE = 3 * 1024 * 1024;

  @TempDir static Path certificates;
  private static TestingServer server;
  private static int plainPort;

  @TempDir Path directory;

  @BeforeAll
  static void start() throws Exception {
    plainPort = FreePort.next();
    server =
        TestCertificate.create(certificates)
            .configure(TestingServer.builder())
            .with("server.additional-connector.1.port", Integer.toString(plainPort))
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"https HTTP/2", "https HTTP/1.1", "http HTTP/1.1"})
  void carriesALongPushAndBringsItBack(String how) throws Exception {
    String scheme = how.substring(0, how.indexOf(' '));
    Repository repository = TestingProjects.in(server).repository();
    GitFixture source = longHistory();

    source.git(
        "-c",
        "http.sslVerify=false",
        "-c",
        "http.version=" + how.substring(how.indexOf(' ') + 1),
        "-c",
        "http.postBuffer=65536",
        "push",
        "--quiet",
        url(scheme, repository),
        "--all");

    GitFixture copy = GitFixture.in(directory);
    copy.git("-c", "http.sslVerify=false", "clone", "--quiet", url(scheme, repository), "copy");
    GitFixture clone = GitFixture.in(directory.resolve("copy"));
    clone.git("fsck", "--full");
    assertThat(clone.git("rev-parse", "origin/main")).isEqualTo(source.git("rev-parse", "main"));
    assertThat(logLines(repository))
        .anySatisfy(line ->
            assertThat(line)
                .contains(" | " + scheme + " | ")
                .contains(how.substring(how.indexOf(' ') + 1))
                .contains("git-receive-pack")
                .contains(" | admin | "));
    assertIdle();
  }

  @Test
  void findsARepositoryHoweverItsUrlIsWritten() throws Exception {
    Repository repository = TestingProjects.in(server).repository();
    longHistory().git("push", "--quiet", url("http", repository), "--all");
    String path = repository.path();
    for (String written :
        List.of(
            path,
            path + ".git",
            path.toUpperCase(Locale.ROOT) + ".GIT",
            path.toLowerCase(Locale.ROOT) + ".git/")) {
      assertThat(GitFixture.in(directory).git("ls-remote", base("http", true) + "/scm/" + written))
          .as(written)
          .contains("refs/heads/main");
    }
  }

  @Test
  void asksForAPasswordAndHidesWhatIsNotForTheOneWhoAsks() throws Exception {
    TestingProjects projects = TestingProjects.in(server);
    Repository closed = projects.repository();
    Repository open = projects.publicRepository();
    TestingPeople people = TestingPeople.of(server);
    String name = TestingPeople.uniqueName("reader");
    people.createUser(name, "password-of-reader");

    assertThat(anonymously("/scm/" + closed.path() + ".git")).contains("401");
    assertThat(anonymously("/scm/NONE/there.git")).contains("401");
    assertThat(anonymously("/scm/" + open.path() + ".git")).contains("200");
    String asReader = "http://" + name + ":password-of-reader@localhost:" + plainPort + "/scm/";
    GitFixture git = GitFixture.in(directory);
    GitFixture.Result hidden = git.run("ls-remote", asReader + closed.path() + ".git");
    assertThat(hidden.errors()).contains("does not exist").contains("not found");
    GitFixture.Result wrong =
        git.run(
            "ls-remote",
            "http://" + name + ":wrong@localhost:" + plainPort + "/scm/" + closed.path());
    assertThat(wrong.errors()).contains("Authentication failed");
    assertThat(git.run("push", asReader + open.path() + ".git", "HEAD").exitCode()).isNotZero();
  }

  @Test
  void takesAGzippedBodyAndWaitsBeforeALongOne() throws Exception {
    Repository repository = TestingProjects.in(server).repository();
    longHistory().git("push", "--quiet", url("http", repository), "--all");
    Path request = directory.resolve("request");
    Files.writeString(
        request,
        "0014command=ls-refs\n0001000cref-prefix refs/0000"
            .replace("000cref-prefix refs/", "001bref-prefix refs/heads/\n"));
    Commands.run(List.of("gzip", "--keep", request.toString()));

    String response =
        Commands.run(
            List.of(
                "curl",
                "--silent",
                "--verbose",
                "--http1.1",
                "--header",
                "Git-Protocol: version=2",
                "--header",
                "Content-Encoding: gzip",
                "--header",
                "Content-Type: application/x-git-upload-pack-request",
                "--header",
                "Expect: 100-continue",
                "--expect100-timeout",
                "60",
                "--data-binary",
                "@" + request + ".gz",
                base("http", true) + "/scm/" + repository.path() + ".git/git-upload-pack"));

    assertThat(response).contains("HTTP/1.1 100").contains("refs/heads/main");
  }

  @Test
  void refusesABodyThatIsNotWhatItsHeadersSay() throws Exception {
    Repository repository = TestingProjects.in(server).publicRepository();
    for (String encoding : List.of("gzip", "br")) {
      String status =
          Commands.run(
              List.of(
                  "curl",
                  "--silent",
                  "--output",
                  "/dev/null",
                  "--write-out",
                  "%{http_code}",
                  "--header",
                  "Content-Encoding: " + encoding,
                  "--header",
                  "Content-Type: application/x-git-upload-pack-request",
                  "--data-binary",
                  "this is no gzip stream",
                  base("http", false) + "/scm/" + repository.path() + ".git/git-upload-pack"));
      assertThat(status).as(encoding).isEqualTo(encoding.equals("gzip") ? "400" : "415");
    }
    assertIdle();
  }

  /** In the midst of the first command, and of the pack: neither is a failure of the server. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "00a5",
        "00740000000000000000000000000000000000000000 1111111111111111111111111111111111111111"
            + " refs/heads/main\u0000 report-status0000PACK\0\0\0\2\0\0\0\7",
      })
  void forgetsAClientThatVanishesInTheMidstOfAPush(String begun) throws Exception {
    Repository repository = TestingProjects.in(server).repository();
    String credential =
        Base64.getEncoder()
            .encodeToString(
                (TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD)
                    .getBytes(StandardCharsets.UTF_8));
    Logger logger = (Logger) LoggerFactory.getLogger("org.packhouse.app.engine");
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), plainPort)) {
      socket
          .getOutputStream()
          .write(
              ("POST /scm/"
                      + repository.path()
                      + ".git/git-receive-pack HTTP/1.1\r\n"
                      + "Host: localhost\r\nAuthorization: Basic "
                      + credential
                      + "\r\n"
                      + "Content-Type: application/x-git-receive-pack-request\r\n"
                      + "Content-Length: 1000000\r\n\r\n"
                      + begun)
                  .getBytes(StandardCharsets.US_ASCII));
      await().until(() -> server.get(Exchanges.class).running() > 0);
    }
    assertIdle();
    logger.detachAppender(log);
    assertThat(log.list)
        .filteredOn(event -> event.getFormattedMessage().contains(repository.path()))
        .allMatch(event -> event.getLevel().levelInt < Level.WARN_INT);
    assertThat(ProcessHandle.current().descendants())
        .noneMatch(process -> process.info().commandLine().orElse("").contains("index-pack"));
  }

  private GitFixture longHistory() throws IOException {
    GitFixture source = GitFixture.workTree(directory.resolve("source"));
    byte[] noise = new byte[LONG_FILE];
    new Random(7).nextBytes(noise);
    Files.write(source.directory().resolve("noise"), noise);
    source.commitAll("Add noise");
    source.commit("readme", "Read me");
    return source;
  }

  private static void assertIdle() {
    await().until(() -> server.get(Exchanges.class).running() == 0);
  }

  private static List<String> logLines(Repository repository) throws IOException {
    return Files.readAllLines(server.home().resolve("log/access.log")).stream()
        .filter(line -> line.contains("repository:" + repository.path()))
        .toList();
  }

  private static String anonymously(String path) throws Exception {
    return Commands.run(
        List.of(
            "curl",
            "--silent",
            "--output",
            "/dev/null",
            "--write-out",
            "%{http_code} %header{www-authenticate}",
            base("http", false) + path + "/info/refs?service=git-upload-pack"));
  }

  private static String url(String scheme, Repository repository) {
    return base(scheme, true) + "/scm/" + repository.path() + ".git";
  }

  private static String base(String scheme, boolean signedIn) {
    int port = scheme.equals("https") ? server.httpUrl().getPort() : plainPort;
    String user = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD + "@";
    return scheme + "://" + (signedIn ? user : "") + "localhost:" + port;
  }
}
