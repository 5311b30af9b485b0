package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingServer;

/** Clients that want refs by name, where the settings allow it. */
class RefInWantTest {

  private static TestingServer server;

  @TempDir private Path directory;
  private FetchKit kit;
  private GitFixture source;
  private GitFixture client;
  private String first;
  private String tip;

  @BeforeAll
  static void start() {
    server =
        TestingServer.builder()
            .with("git.allow-ref-in-want", "true")
            .with("housekeeping.enabled", "false")
            .start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void makeRepository() throws IOException {
    kit = new FetchKit(server);
    source = GitFixture.workTree(directory.resolve("source"));
    client = GitFixture.in(Files.createDirectory(directory.resolve("client")));
    first = source.commit("a", "1");
    source.git("tag", "-a", "-m", "First", "v1");
    tip = source.commit("a", "2");
    kit.fill(source);
  }

  @Test
  void letsGitFetchABranchByItsName() {
    client.git("init", "--quiet", "--bare", "--initial-branch=main", "copy");
    GitFixture copy = GitFixture.in(client.directory().resolve("copy"));
    GitFixture.Result fetched =
        copy.with("GIT_TRACE_PACKET", "1")
            .run("fetch", kit.url(), "refs/heads/main:refs/heads/main");
    assertThat(fetched.exitCode()).isZero();
    assertThat(fetched.errors())
        .contains("> want-ref refs/heads/main", "wanted-refs", tip + " refs/heads/main");
    assertThat(copy.git("rev-parse", "main")).isEqualTo(tip);
    assertThat(copy.git("fsck", "--full", "--strict")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--mirror", "--depth=1"})
  void keepsACloneByNames(String option) {
    client.git("clone", "--quiet", option, kit.url(), "one");
    long before = kit.processes();
    client.git("clone", "--quiet", option, kit.url(), "two");
    assertThat(kit.processes()).isEqualTo(before);
    GitFixture two = GitFixture.in(client.directory().resolve("two"));
    assertThat(two.git("fsck", "--full", "--strict")).isEmpty();
    assertThat(two.git("rev-parse", "main")).isEqualTo(tip);
  }

  @Test
  void tellsWhereARefIsNowAndNotWhereItWasWhenTheAnswerWasKept() throws IOException {
    assertThat(ask("want-ref refs/heads/main", "done"))
        .startsWith("0010wanted-refs\n" + line(tip, "refs/heads/main") + "0001000dpackfile\n");
    kit.move("refs/heads/other", first);
    long before = kit.processes();
    assertThat(ask("want-ref refs/heads/main", "done")).contains(line(tip, "refs/heads/main"));
    assertThat(kit.processes()).isEqualTo(before);
    kit.move("refs/heads/main", first);
    assertThat(ask("want-ref refs/heads/main", "done"))
        .contains(line(first, "refs/heads/main"))
        .doesNotContain(tip);
  }

  @Test
  void tellsOfTheRefsBehindWhereHistoryEnds() {
    assertThat(ask("deepen 1", "want-ref HEAD", "want-ref refs/heads/main", "done"))
        .startsWith("0011shallow-info\n")
        .containsSubsequence(
            "0001",
            "0010wanted-refs\n",
            line(tip, "HEAD"),
            line(tip, "refs/heads/main"),
            "0001000dpackfile\n");
  }

  @Test
  void tellsOfTheRefsBehindWhatIsInCommonWithoutAProcess() {
    long before = kit.processes();
    assertThat(ask("sideband-all", "want-ref refs/heads/main", "have " + first))
        .startsWith("0015\u0001acknowledgments\n")
        .containsSubsequence(
            "000b\u0001ready\n0001",
            "0011\u0001wanted-refs\n",
            "\u0001" + tip + " refs/heads/main\n",
            "0001000e\u0001packfile\n");
    assertThat(kit.processes()).isEqualTo(before);
  }

  @Test
  void givesTheTagAndNotWhatItPointsTo() {
    String tag = source.git("rev-parse", "v1");
    assertThat(ask("want-ref refs/tags/v1", "done")).contains(line(tag, "refs/tags/v1"));
  }

  @Test
  void knowsNoRefThatTheClientDoesNotSee() {
    String hidden = "refs/packhouse/keep/1";
    kit.git().git("update-ref", hidden, first);
    for (String name : List.of("refs/heads/none", hidden, "main", "HEAD~1", "../HEAD", "")) {
      assertThat(ask("want-ref " + name, "done").substring(4)).isEqualTo("ERR unknown ref " + name);
    }
  }

  @Test
  void isSilentInNegotiationsWithoutAPack() {
    assertThat(ask("want-ref refs/heads/main", "have " + "1".repeat(40)))
        .isEqualTo("0014acknowledgments\n0008NAK\n0000");
  }

  private String ask(String... arguments) {
    return FetchKit.text(kit.ask(ProtocolVersion.V2, FetchKit.command("fetch", arguments)));
  }

  private static String line(String id, String name) {
    return FetchKit.text(FetchKit.lines(id + " " + name));
  }
}
