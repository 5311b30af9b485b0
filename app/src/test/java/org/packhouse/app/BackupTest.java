package org.packhouse.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Backups of a server that people push to, restored elsewhere. */
class BackupTest {

  private static final int PUSHERS = 3;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @TempDir private Path temporary;
  private TestingServer server;
  private Project project;

  @BeforeEach
  void start() {
    server = TestingServer.builder().start();
    project = TestingProjects.in(server).project();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aServerUnderPushesComesUpElsewhereWithAllThatWasAcknowledged() throws Exception {
    backUpUnderPushesAndRestore();
  }

  @RepeatedTest(9)
  @Tag("full")
  @Tag("backup")
  void soItDoesAgainAndAgain() throws Exception {
    backUpUnderPushesAndRestore();
  }

  private void backUpUnderPushesAndRestore() throws Exception {
    List<BusyRepository> busy =
        Stream.generate(() -> new BusyRepository(server, project, temporary))
            .limit(PUSHERS)
            .toList();
    AtomicBoolean enough = new AtomicBoolean();
    Path directory = temporary.resolve("backup");
    Map<BusyRepository, BusyRepository.Acknowledged> before;
    try (ExecutorService threads = Executors.newFixedThreadPool(PUSHERS)) {
      List<Future<?>> running = new ArrayList<>();
      for (BusyRepository each : busy) {
        running.add(
            threads.submit(() -> {
              while (!enough.get()) {
                each.step();
              }
            }));
      }
      int status;
      try {
        Awaitility.await()
            .atMost(Duration.ofMinutes(2))
            .until(() ->
                running.stream().anyMatch(Future::isDone)
                    || busy.stream().allMatch(each -> each.steps() > 4));
        before = busy.stream().collect(Collectors.toMap(it -> it, BusyRepository::acknowledged));
        status = backup(directory);
      } finally {
        enough.set(true);
      }
      for (Future<?> each : running) {
        each.get();
      }
      assertThat(status).as(told()).isZero();
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
    Path home = temporary.resolve("elsewhere");
    String database = TestingDatabase.create();
    assertThat(restore(directory, home, database)).as(told()).isZero();
    assertThat(told()).contains("all are whole");
    try (TestingServer restored =
        TestingServer.builder().home(home).with("jdbc.url", database).start()) {
      before.forEach((each, acknowledged) -> each.assertIn(restored, acknowledged));
      assertNewRepositoriesAreEmpty(restored);
    }
  }

  @Test
  void mergesOfEveryStrategyAreKnownThatCameBetweenTheCopiesOfDatabaseAndRefs() throws Exception {
    MergesOfEveryStrategy merges = new MergesOfEveryStrategy(server, temporary.resolve("merges"));
    AtomicBoolean begun = new AtomicBoolean();
    Path directory = temporary.resolve("backup");
    PrintStream during =
        new PrintStream(out, true, StandardCharsets.UTF_8) {
          @Override
          public void write(byte[] bytes, int from, int count) {
            super.write(bytes, from, count);
            if (told().contains(" rows of ") && begun.compareAndSet(false, true)) {
              merges.make();
            }
          }
        };
    assertThat(run(during, server.home(), url(), "admin", "backup", directory.toString()))
        .as(told())
        .isZero();
    assertThat(merges.count()).as(told()).isEqualTo(MergesOfEveryStrategy.ALL);
    Path home = temporary.resolve("elsewhere");
    String database = TestingDatabase.create();
    assertThat(restore(directory, home, database)).as(told()).isZero();
    assertThat(told()).doesNotContain("was merged while");
    try (TestingServer restored =
        TestingServer.builder().home(home).with("jdbc.url", database).start()) {
      merges.assertKnownBy(restored);
      for (String table : List.of("replayed_ref_moves", "pull_request_merge_attempt")) {
        assertThat(
                restored
                    .get(JdbcClient.class)
                    .sql("select count(*) from " + table)
                    .query(Long.class)
                    .single())
            .as(table)
            .isZero();
      }
    }
    assertTellsOfMergesThatAreNotNamed(directory);
  }

  /** A backup that an earlier Packhouse has made does not say which pull request was merged. */
  private void assertTellsOfMergesThatAreNotNamed(Path directory) throws IOException {
    Files.delete(directory.resolve("merges.json"));
    assertThat(restore(directory, temporary.resolve("third"), TestingDatabase.create()))
        .as(told())
        .isZero();
    assertThat(told())
        .contains(
            "A pull request to refs/heads/to-squash of repository ",
            "the backup does not say which. Open are: 1, 8.");
  }

  private static void assertNewRepositoriesAreEmpty(TestingServer restored) throws IOException {
    for (int i = 0; i < 5; i++) {
      Repository made = TestingProjects.in(restored).repository();
      Path directory = restored.get(RepositoryStorage.class).directory(made.id());
      assertThat(directory.resolve("objects/info/alternates")).doesNotExist();
      assertThat(directory.resolve("refs/heads")).isEmptyDirectory();
    }
  }

  @Test
  void refusesWhatIsNoWholeBackupOrIsOfALaterFormat() throws IOException {
    Path directory = temporary.resolve("backup");
    assertThat(backup(directory)).as(told()).isZero();
    assertThat(backup(directory)).isEqualTo(1);
    assertThat(told()).contains("is not empty; a backup goes into a directory of its own.");
    Path contents = directory.resolve("backup.json");
    String text = Files.readString(contents);
    Files.writeString(contents, text.replaceFirst("\"format\" : 1", "\"format\" : 2"));
    Path home = temporary.resolve("elsewhere");
    assertThat(restore(directory, home, TestingDatabase.create())).isEqualTo(1);
    assertThat(told()).contains("has format 2, but this Packhouse knows format 1 only");
    Files.delete(contents);
    assertThat(restore(directory, home, TestingDatabase.create())).isEqualTo(1);
    assertThat(told()).contains("is not a backup, or one that was not finished");
    assertThat(home.resolve("shared")).doesNotExist();
  }

  @Test
  void restoresIntoNothingThatIsInUse() throws IOException {
    Path directory = temporary.resolve("backup");
    assertThat(backup(directory)).as(told()).isZero();
    assertThat(restore(directory, server.home(), TestingDatabase.create())).isEqualTo(1);
    assertThat(told()).contains("The home " + server.home() + " is not empty");
    Path home = temporary.resolve("elsewhere");
    assertThat(restore(directory, home, url())).isEqualTo(1);
    assertThat(
            server
                .get(JdbcClient.class)
                .sql("select count(*) from users")
                .query(Long.class)
                .single())
        .isPositive();
  }

  @Test
  void keepsWhatTheSharedHomeHasBesideRepositories() throws IOException {
    Path shared = server.home().resolve("shared");
    Files.writeString(shared.resolve("packhouse.properties"), "scm-cache.enabled=false\n");
    Files.writeString(shared.resolve("postgresql.password"), "secret\n");
    Files.writeString(shared.resolve("postgresql.ballast"), "nothing\n");
    Path directory = temporary.resolve("backup");
    assertThat(backup(directory)).as(told()).isZero();
    Path home = temporary.resolve("elsewhere");
    assertThat(restore(directory, home, TestingDatabase.create())).as(told()).isZero();
    assertThat(home.resolve("shared/packhouse.properties")).hasContent("scm-cache.enabled=false\n");
    assertThat(home.resolve("shared/postgresql.password")).doesNotExist();
    assertThat(home.resolve("shared/postgresql.ballast")).doesNotExist();
    try (Stream<Path> keys = Files.walk(shared.resolve("config"))) {
      for (Path key : keys.filter(Files::isRegularFile).toList()) {
        assertThat(home.resolve("shared").resolve(shared.relativize(key)))
            .hasSameBinaryContentAs(key);
      }
    }
  }

  /** It starts two contexts of Spring's, which are nobody's business. */
  @Test
  void aRefusalIsOneSentenceAndNothingIsSaidTwice() {
    Path directory = temporary.resolve("backup");
    assertThat(backup(directory)).as(told()).isZero();
    ByteArrayOutputStream logged = new ByteArrayOutputStream();
    PrintStream console = System.out;
    System.setOut(new PrintStream(logged, true, StandardCharsets.UTF_8));
    try {
      String secret = "--hazelcast.group.password=a secret of this house";
      assertThat(
              run(
                  temporary.resolve("elsewhere"),
                  url(),
                  "admin",
                  "restore",
                  directory.toString(),
                  secret))
          .isEqualTo(1);
    } finally {
      System.setOut(console);
    }
    assertThat(logged.toString(StandardCharsets.UTF_8).lines())
        .filteredOn(line -> line.contains("is on the command line"))
        .hasSize(1);
    assertThat(logged.toString(StandardCharsets.UTF_8))
        .doesNotContain("Exception encountered", "BeanCreationException");
  }

  private String url() {
    return server.get(Environment.class).getRequiredProperty("jdbc.url");
  }

  private String told() {
    return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
  }

  private int backup(Path directory) {
    return run(server.home(), url(), "admin", "backup", directory.toString());
  }

  private int restore(Path directory, Path home, String database) {
    return run(home, database, "admin", "restore", directory.toString());
  }

  private int run(Path home, String database, String... words) {
    return run(new PrintStream(out, true, StandardCharsets.UTF_8), home, database, words);
  }

  private int run(PrintStream told, Path home, String database, String... words) {
    return AdminCommand.run(
        Stream.concat(
                Stream.of(words),
                Stream.of(
                    "--packhouse.home=" + home,
                    "--jdbc.url=" + database,
                    "--jdbc.user=postgres",
                    "--jdbc.password="))
            .toArray(String[]::new),
        told,
        new PrintStream(err, true, StandardCharsets.UTF_8));
  }
}
