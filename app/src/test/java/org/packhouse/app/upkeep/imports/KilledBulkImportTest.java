package org.packhouse.app.upkeep.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.ServerProcess;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A thousand repositories at once, by a server that is killed in the middle. */
@Tag("full")
@Tag("imports")
class KilledBulkImportTest {

  private static final int MANY = 1000;
  private static final Duration LIMIT = Duration.ofMinutes(4);

  @Test
  void bringsAThousandRepositoriesThoughTheServerIsKilled(@TempDir Path directory)
      throws Exception {
    GitFixture work = GitFixture.workTree(directory.resolve("work"));
    String commit = work.commit("a.txt", "one\n");
    Path template = directory.resolve("template.git");
    work.git("clone", "--quiet", "--bare", "--no-local", ".", template.toString());
    GitFixture.in(template).git("repack", "-a", "-d", "-q");
    for (int i = 0; i < MANY; i++) {
      copy(template, directory.resolve("root/all/tool-%04d.git".formatted(i)));
    }
    String database = TestingDatabase.createMigrated();
    JdbcClient sql = JdbcClient.create(new DriverManagerDataSource(database, "postgres", ""));
    Path home = directory.resolve("home");
    try (ServerProcess server =
        ServerProcess.on(home, database)
            .with("import.local.root", directory.resolve("root").toString())) {
      server.start();
      server.create("/projects", "{\"key\": \"MANY\", \"name\": \"Many\"}");
      begin(server);
      await(sql, "state = 'DONE'", MANY / 4);
      server.kill();
      assertThat(count(sql, "state = 'DONE'")).isLessThan(MANY);
      server.start();
      await(sql, "state = 'DONE'", MANY);
      assertThat(count(sql, "state <> 'DONE'")).isZero();
      assertThat(
              sql.sql("select count(*) from repository where state = 'AVAILABLE'")
                  .query(Long.class)
                  .single())
          .isEqualTo(MANY);
      assertSound(home, sql, commit);
      Awaitility.await().atMost(LIMIT).until(() -> left(home).isEmpty());
    }
  }

  private static void assertSound(Path home, JdbcClient sql, String commit) {
    for (long id :
        sql.sql("select id from repository order by id")
            .query((row, number) -> row.getLong(1))
            .list()) {
      Path repository = home.resolve("shared/repositories/%02x/%d.git".formatted(id % 256, id));
      assertThat(repository.resolve("objects/pack")).isDirectoryContaining("glob:**.pack");
      assertThat(refs(repository)).contains(commit);
      if (id % 50 == 0) {
        assertThat(GitFixture.in(repository).git("fsck", "--full", "--strict")).isEmpty();
      }
    }
  }

  private static String refs(Path repository) {
    try {
      Path loose = repository.resolve("refs/heads/main");
      return Files.readString(Files.exists(loose) ? loose : repository.resolve("packed-refs"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static List<Path> left(Path home) throws IOException {
    try (Stream<Path> all = Files.walk(home.resolve("shared/repositories/incoming"), 2)) {
      return all.filter(it -> it.getFileName().toString().contains("-staged-")).toList();
    }
  }

  private static void begin(ServerProcess server) throws IOException, InterruptedException {
    String pair = TestingServer.ADMIN + ":" + TestingServer.ADMIN_PASSWORD;
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create(server.url() + "/rest/packhouse/latest/admin/import/bulk"))
            .header("Content-Type", "application/json")
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)))
            .POST(BodyPublishers.ofString("{\"directory\": \"all\", \"projectKey\": \"MANY\"}"))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      var response = client.send(request, BodyHandlers.ofString());
      assertThat(response.statusCode()).describedAs(response.body()).isEqualTo(202);
    }
  }

  private static void await(JdbcClient sql, String condition, long least) {
    Awaitility.await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> count(sql, condition) >= least);
  }

  private static long count(JdbcClient sql, String condition) {
    return sql.sql("select count(*) from repository_import where " + condition)
        .query(Long.class)
        .single();
  }

  private static void copy(Path template, Path target) throws IOException {
    for (String name : List.of("objects/pack", "refs")) {
      Files.createDirectories(target.resolve(name));
    }
    for (String name : List.of("HEAD", "config", "packed-refs")) {
      Files.copy(template.resolve(name), target.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
    try (Stream<Path> packs = Files.list(template.resolve("objects/pack"))) {
      for (Path pack : packs.toList()) {
        Files.copy(pack, target.resolve("objects/pack").resolve(pack.getFileName().toString()));
      }
    }
  }
}
