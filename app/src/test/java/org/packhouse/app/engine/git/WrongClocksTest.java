package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.ServerProcess;
import org.packhouse.app.testing.TestingDatabase;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Nodes of which one has a clock that is an hour ahead, and the other one an hour behind. */
@Tag("full")
@Tag("nodes")
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class WrongClocksTest {

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration FORMER_TIPS = Duration.ofSeconds(15);
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final int ROUNDS = 20;
  private static final int LARGE = 24 << 20;

  @TempDir private Path directory;

  private JdbcClient sql;
  private ServerProcess ahead;
  private ServerProcess behind;
  private GitFixture work;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    String database = TestingDatabase.createMigrated();
    sql = JdbcClient.create(new DriverManagerDataSource(database, "postgres", ""));
    ahead = node("ahead", database, HOUR);
    behind = node("behind", database, HOUR.negated());
    ahead.start();
    behind.start();
    ahead.create("/projects", "{\"key\": \"TIME\", \"name\": \"Time\"}");
    work = GitFixture.workTree(directory.resolve("work"));
  }

  private ServerProcess node(String name, String database, Duration clock) throws IOException {
    return ServerProcess.on(directory.resolve(name), database)
        .with("packhouse.shared-home", directory.resolve("shared").toString())
        .with("refs.former-tips", FORMER_TIPS.toSeconds() + "s")
        .with("scm-cache.enabled", "false")
        .with("housekeeping.pushes", "1")
        .withClock(clock);
  }

  @AfterEach
  void stop() throws IOException {
    ahead.close();
    behind.close();
  }

  private long repository(String slug) throws IOException, InterruptedException {
    ahead.create("/projects/TIME/repos", "{\"name\": \"" + slug + "\"}");
    return sql.sql("select id from repository where slug = ?")
        .param(slug)
        .query(Long.class)
        .single();
  }

  private static String url(ServerProcess node, String slug) {
    return node.urlAsAdmin("/scm/TIME/" + slug + ".git");
  }

  private List<ServerProcess> nodes() {
    return List.of(ahead, behind);
  }

  @Test
  void showEachOtherEachPushAtOnce() throws Exception {
    repository("rounds");
    for (int round = 0; round < ROUNDS; round++) {
      ServerProcess pushed = nodes().get(round % 2);
      ServerProcess other = nodes().get(1 - round % 2);
      String commit = work.commit("file", "round " + round);
      String branch = "refs/heads/b" + round % 5;
      work.git("push", "--quiet", "--force", url(pushed, "rounds"), commit + ":" + branch);
      assertThat(work.git("ls-remote", url(other, "rounds"), branch)).startsWith(commit);
      if (round % 5 == 4) {
        work.git("push", "--quiet", url(other, "rounds"), ":" + branch);
        assertThat(work.git("ls-remote", url(pushed, "rounds"), branch)).isEmpty();
      }
    }
  }

  @Test
  void letFormerTipsBeFetchedForAsLongAsTheSettingSays() throws Exception {
    repository("forced");
    String base = work.commit("file", "base");
    for (ServerProcess forcing : nodes()) {
      String former = work.commit("file", "former of " + forcing.url());
      work.git("push", "--quiet", "--force", url(forcing, "forced"), former + ":refs/heads/main");
      work.git("push", "--quiet", "--force", url(forcing, "forced"), base + ":refs/heads/main");
      for (ServerProcess asked : nodes()) {
        assertThat(fetch(asked, former).exitCode()).as("at once, from %s", asked.url()).isZero();
      }
      for (ServerProcess asked : nodes()) {
        Awaitility.await()
            .atMost(FORMER_TIPS.multipliedBy(4))
            .untilAsserted(() ->
                assertThat(fetch(asked, former).errors())
                    .as("later, from %s", asked.url())
                    .contains("not our ref"));
      }
    }
  }

  private GitFixture.Result fetch(ServerProcess node, String commit) throws IOException {
    GitFixture empty = GitFixture.workTree(Files.createTempDirectory(directory, "fetched"));
    return empty.run("fetch", "--quiet", "--depth=1", url(node, "forced"), commit);
  }

  @Test
  void agreeOnWhetherATokenHasExpired() throws Exception {
    repository("guarded");
    String token =
        ahead
            .put(
                "/rest/access-tokens/latest/users/" + TestingServer.ADMIN,
                "{\"name\": \"short\", \"permissions\": [\"REPO_READ\"], \"expiryDays\": 1}")
            .replaceAll("(?s).*\"token\"\\s*:\\s*\"([^\"]+)\".*", "$1");
    for (String life : List.of("30 minutes", "-30 minutes")) {
      sql.sql("update access_token set expires_at = now() + cast(? as interval)")
          .param(life)
          .update();
      for (ServerProcess node : nodes()) {
        GitFixture.Result seen =
            work.run(
                "-c",
                "http.extraHeader=Authorization: Bearer " + token,
                "ls-remote",
                node.url() + "/scm/TIME/guarded.git");
        assertThat(seen.exitCode() == 0).as("%s, %s", life, seen).isEqualTo(life.charAt(0) != '-');
      }
    }
  }

  @Test
  void keepWhatASlowCloneReadsThroughTwoRoundsOfHousekeeping() throws Exception {
    long id = repository("slow");
    for (int i = 0; i < 2; i++) {
      byte[] incompressible = new byte[LARGE / 2];
      new Random(i).nextBytes(incompressible);
      Files.write(work.directory().resolve("large" + i), incompressible);
      work.commitAll("large " + i);
      work.git("push", "--quiet", url(ahead, "slow"), "HEAD:refs/heads/main");
    }
    for (ServerProcess node : nodes()) {
      Path target = directory.resolve("clone-of-" + node.url().replaceAll("\\D", ""));
      Process clone =
          new ProcessBuilder(
                  "git", "clone", "--quiet", "--bare", url(node, "slow"), target.toString())
              .inheritIO()
              .start();
      Awaitility.await().atMost(LIMIT).until(() -> size(target) > LARGE / 8);
      for (ProcessHandle part : clone.toHandle().descendants().toList()) {
        ServerProcess.signal(part, "STOP");
      }
      for (int round = 0; round < 2; round++) {
        OffsetDateTime before = lastRepack(id);
        String commit = work.commit("small", "round " + round + " of " + node.url());
        work.git("push", "--quiet", url(node, "slow"), commit + ":refs/heads/main");
        Awaitility.await().atMost(LIMIT).until(() -> !before.equals(lastRepack(id)));
      }
      assertThat(superseded(id)).as("as old as PostgreSQL says").isNotEmpty().allMatch(it -> it);
      for (ProcessHandle part : clone.toHandle().descendants().toList()) {
        ServerProcess.signal(part, "CONT");
      }
      assertThat(clone.waitFor()).isZero();
      GitFixture.in(target).git("fsck", "--full", "--strict");
    }
  }

  private OffsetDateTime lastRepack(long id) {
    return sql.sql(
            """
            select coalesce(last_repack_at, '-infinity') from housekeeping
             where repository_id = ?
            """)
        .param(id)
        .query(OffsetDateTime.class)
        .single();
  }

  /** Of each pack that is listed as replaced, whether that was within the last ten minutes. */
  private List<Boolean> superseded(long id) {
    return sql.sql(
            """
            select superseded_at between now() - interval '10 minutes' and now()
              from superseded_pack where repository_id = ?
            """)
        .param(id)
        .query((row, _) -> row.getBoolean(1))
        .list();
  }

  private static long size(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
