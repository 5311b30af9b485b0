package org.packhouse.app.upkeep.imports.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.platform.throttle.Ticket;
import org.packhouse.app.platform.throttle.TicketRequest;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.platform.throttle.Work;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.upkeep.imports.ImportKit;
import org.packhouse.app.upkeep.imports.OddServer;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Imports from servers that are not what one hopes for. */
class OddServerImportTest {

  private final TestingServer server = TestingServer.shared();
  private final ImportKit kit = new ImportKit(server);
  private final OddServer odd = new OddServer();

  @AfterEach
  void stop() {
    odd.close();
  }

  @ParameterizedTest
  @CsvSource({
    "/missing/x.git, NOT_FOUND, The other server has no repository at that address.",
    "/forbidden/x.git, AUTHENTICATION, The other server refuses access (status 403).",
    "/broken/x.git, REMOTE_FAILED, The other server answered with status 500.",
    "/page/x.git, NOT_A_REPOSITORY, There is a response at that address",
    "/garbage/x.git, NOT_A_REPOSITORY, There is a response at that address",
    "/private/x.git, AUTHENTICATION, The other server asks for a user name and password",
    "/sha256/x.git, FORMAT, The repository names its objects by SHA-256",
    "/endless/x.git, , "
  })
  void saysInPlainWordsWhatIsWrong(String path, String problem, String message) {
    TestingRest.Response failed =
        kit.run("odd", "{'name': 'odd', 'url': '%s'}".formatted(odd.url(path)));
    assertThat(failed.at("/state")).isEqualTo("FAILED");
    if (problem == null) {
      assertThat(failed.at("/problem/code"))
          .isIn("TIMEOUT", "NOT_A_REPOSITORY", "TOO_LARGE", "REMOTE_FAILED");
    } else {
      assertThat(failed.at("/problem/code")).isEqualTo(problem);
      assertThat(failed.at("/problem/message")).startsWith(message);
    }
    assertThat(failed.at("/repository/state")).isEqualTo("INITIALISATION_FAILED");
  }

  @Test
  void followsNoRedirect() {
    TestingRest.Response failed =
        kit.run("away", "{'name': 'away', 'url': '%s'}".formatted(odd.url("/redirect/x.git")));
    assertThat(failed.at("/problem/code")).isEqualTo("REDIRECTED");
    assertThat(failed.at("/problem/message")).contains("status 302");
    assertThat(odd.followed).hasValue(0);
  }

  @Test
  void saysThatNobodyAnswers() {
    String url = odd.url("/x.git");
    odd.close();
    assertThat(kit.run("gone", "{'name': 'gone', 'url': '%s'}".formatted(url)).at("/problem/code"))
        .isEqualTo("UNREACHABLE");
  }

  @Test
  void refusesAddressesThatAreNotAllowedAtOnce() {
    for (String host : List.of("127.0.0.2", "169.254.169.254", "2130706433", "10.0.0.1")) {
      TestingRest.Response refused =
          kit.start("{'name': 'no', 'url': 'http://%s/x.git'}".formatted(host));
      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.at("/errors/0/context")).isEqualTo("url");
    }
    assertThat(kit.state("no").status()).isEqualTo(404);
  }

  @Test
  void connectsToTheCheckedAddressWhateverTheNameIsByThen() throws Exception {
    RemoteUrl url = RemoteUrl.of(odd.url("/missing/x.git").replace("127.0.0.1", "moved.invalid"));
    PinnedRemote pinned =
        new PinnedRemote(url, List.of(java.net.InetAddress.ofLiteral("127.0.0.1")));
    long id = TestingProjects.in(server).repository().id();
    ImportJob job = ImportKit.job(server, id, url.toString());
    RunningImport running = new RunningImport(job);
    TicketRequest request =
        TicketRequest.of(Work.IMPORT, TicketRequest.Target.repository(id), job.actor().name());
    try (Ticket ticket = server.get(Tickets.class).acquire(request);
        var staged =
            server
                .get(org.packhouse.app.storage.objects.StagedRepositories.class)
                .create(job.session(), id)) {
      running.holds(ticket);
      org.assertj.core.api.Assertions.assertThatThrownBy(
              () -> server.get(RemoteGit.class).fetch(running, pinned, null, staged))
          .isInstanceOfSatisfying(
              ImportFailedException.class,
              e -> assertThat(e.problem()).isEqualTo(ImportProblem.NOT_FOUND));
    }
  }

  @Test
  void cancelKillsGitAndLeavesNothingAndCredentialsAreNowhere() throws Exception {
    String url = odd.url("/held/x.git");
    TestingRest.Response begun =
        kit.start(
            "{'name': 'held', 'url': '%s', 'credentials': {'username': '%s', 'password': '%s'}}"
                .formatted(url, OddServer.USER, OddServer.SECRET));
    assertThat(begun.status()).isEqualTo(202);
    assertThat(odd.held.await(30, TimeUnit.SECONDS)).isTrue();
    assertThat(processesThatName(url)).isNotEmpty();
    assertThat(processesThatName(OddServer.SECRET)).isEmpty();
    assertThat(tables()).doesNotContain(OddServer.SECRET);
    long id = kit.repository("held").id();
    TestingRest.Response cancelled = kit.admin.post(kit.path("held") + "/cancel", "{}");
    assertThat(cancelled.status()).isEqualTo(200);
    assertThat(kit.await("held").at("/state")).isEqualTo("CANCELLED");
    Awaitility.await().atMost(ImportKit.LIMIT).until(() -> processesThatName(url).isEmpty());
    assertThat(staged(id)).isEmpty();
    assertSecretIsNowhere(id);
    assertThat(kit.admin.post(kit.path("held") + "/retry", "{}").status()).isEqualTo(202);
    assertThat(kit.await("held").at("/problem/code")).isEqualTo("AUTHENTICATION");
  }

  @Test
  void whatTheOtherServerEchoesIsRedacted() {
    TestingRest.Response failed =
        kit.run(
            "echo",
            "{'name': 'echo', 'url': '%s'}"
                .formatted(
                    odd.url("/private/x.git")
                        .replace("//", "//%s:%s@".formatted(OddServer.USER, OddServer.SECRET))));
    assertThat(failed.at("/problem/code")).isEqualTo("AUTHENTICATION");
    assertThat(failed.at("/problem/message"))
        .startsWith("The other server did not accept the user name and password.");
    assertThat(failed.at("/source")).isEqualTo(odd.url("/private/x.git"));
    assertThat(failed.response().body()).doesNotContain(OddServer.SECRET);
    assertSecretIsNowhere(kit.repository("echo").id());
  }

  private void assertSecretIsNowhere(long repositoryId) {
    assertThat(tables()).doesNotContain(OddServer.SECRET);
    assertThat(text(server.home().resolve("log"))).doesNotContain(OddServer.SECRET);
    assertThat(text(server.get(RepositoryStorage.class).directory(repositoryId)))
        .doesNotContain(OddServer.SECRET);
    assertThat(text(server.home().resolve("tmp"))).doesNotContain(OddServer.SECRET);
  }

  /** Every row of every table that an import may have touched. */
  private String tables() {
    JdbcClient sql = server.get(JdbcClient.class);
    StringBuilder all = new StringBuilder();
    for (String table :
        sql.sql("select tablename from pg_tables where schemaname = current_schema()")
            .query(String.class)
            .list()) {
      sql.sql("select t::text from \"" + table + "\" t")
          .query((row, number) -> row.getString(1))
          .list()
          .forEach(all::append);
    }
    return all.toString();
  }

  private List<Path> staged(long repositoryId) throws IOException {
    try (Stream<Path> all = Files.walk(server.home().resolve("shared/repositories/incoming"), 2)) {
      return all.filter(it -> it.getFileName().toString().startsWith(repositoryId + "-staged"))
          .toList();
    }
  }

  private static String text(Path directory) {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.append(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all.toString();
  }

  /** Other processes of this machine that have a text among their arguments or variables. */
  private static List<String> processesThatName(String text) {
    List<String> found = new ArrayList<>();
    ProcessHandle.current()
        .descendants()
        .forEach(process -> {
          for (String file : List.of("cmdline", "environ")) {
            try {
              Path path = Path.of("/proc", String.valueOf(process.pid()), file);
              String content = new String(Files.readAllBytes(path), StandardCharsets.ISO_8859_1);
              if (content.contains(text)) {
                found.add(content);
              }
            } catch (IOException ended) {
              // A process that has ended meanwhile names nothing.
            }
          }
        });
    return found;
  }
}
