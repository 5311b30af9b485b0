package org.packhouse.app.engine.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.storage.process.GitProcesses;
import org.packhouse.app.testing.FreePort;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.scmcache.ScmCache;

/** Real git clones what was cloned before, over every transport. */
class CachedCloneTest {

  @TempDir static Path certificates;
  private static TestingServer server;
  private static TestingSsh ssh;
  private static Path key;
  private static User user;
  private static int plainPort;

  @TempDir Path directory;
  private Repository repository;
  private GitFixture source;

  @BeforeAll
  static void start() throws Exception {
    plainPort = FreePort.next();
    server =
        TestCertificate.create(certificates)
            .configure(TestingServer.builder())
            .with("server.additional-connector.1.port", Integer.toString(plainPort))
            .with("housekeeping.enabled", "false")
            .start();
    ssh = TestingSsh.of(server);
    TestingPeople people = TestingPeople.of(server);
    user = people.createUser(TestingPeople.uniqueName("cloner"), "password-of-a-user");
    key = ssh.createKey(user);
  }

  @AfterAll
  static void stop() {
    ssh.close();
    server.close();
  }

  @BeforeEach
  void fill() {
    repository = TestingProjects.in(server).repository();
    TestingPeople.of(server).grant(user, new RepositoryId(repository.id()), Permission.REPO_READ);
    source = GitFixture.workTree(directory.resolve("source"));
    source.commit("a", "1");
    source.git("tag", "-a", "v1", "-m", "first");
    source.commit("a", "2");
    push("main");
    push("v1");
  }

  @ParameterizedTest
  @CsvSource({
    "http, 0",
    "http, 2",
    "https, 0",
    "https, 2",
    "ssh, 0",
    "ssh, 2",
  })
  void makesACloneOnce(String transport, int version) throws IOException {
    clone(transport, version, "first");
    long before = processes();
    clone(transport, version, "second");
    assertThat(processes()).isEqualTo(before);
    GitFixture second = GitFixture.in(directory.resolve("second"));
    assertThat(second.git("fsck", "--full", "--strict")).isEmpty();
    assertThat(objects("second")).isEqualTo(objects("first"));
    assertThat(objects("second")).isEqualTo(objects("source"));
    await()
        .untilAsserted(() ->
            assertThat(log())
                .anyMatch(line -> line.contains("clone, cache:miss, repository:"))
                .anyMatch(line -> line.contains("clone, cache:hit, repository:")));
  }

  @ParameterizedTest
  @CsvSource({
    "http, 0, 1",
    "http, 2, 0",
    "https, 2, 0",
    "ssh, 0, 1",
    "ssh, 2, 0",
  })
  void keepsWhatAPushToAnotherBranchDoesNotConcern(
      String transport, int version, int processesOfShallow) throws IOException {
    clone(transport, version, "single1", "--single-branch");
    clone(transport, version, "shallow1", "--depth=1");
    source.git("checkout", "-q", "-b", "other");
    source.commit("b", "3");
    push("other");
    long before = processes();
    clone(transport, version, "single2", "--single-branch");
    assertThat(processes()).isEqualTo(before);
    clone(transport, version, "shallow2", "--depth=1");
    // In protocol 0 native git tells where the history ends; over SSH it goes on with the pack.
    assertThat(processes()).isEqualTo(before + processesOfShallow);
    assertThat(objects("single2")).isEqualTo(objects("single1"));
    assertThat(GitFixture.in(directory.resolve("shallow2")).git("rev-list", "--count", "--all"))
        .isEqualTo("1");
    clone(transport, version, "full");
    assertThat(objects("full")).isEqualTo(objects("source"));
  }

  /** As git sends requests of more than a megabyte: of 64 KB here. */
  @ParameterizedTest
  @ValueSource(strings = {"http", "https"})
  void servesACloneWhoseRequestComesInChunks(String transport) throws IOException {
    StringBuilder commits = new StringBuilder();
    for (int number = 0; number < 1500; number++) {
      commits.append(
          "commit refs/heads/b%1$d\ncommitter A <a@b> %1$d +0000\ndata 5\n%1$05d\n"
              .formatted(number));
    }
    assertThat(
            source
                .execute(
                    List.of("git", "fast-import", "--quiet"),
                    commits.toString().getBytes(StandardCharsets.UTF_8))
                .exitCode())
        .isZero();
    push("refs/heads/b*:refs/heads/b*");
    for (String name : List.of("first", "second", "third")) {
      clone(transport, 2, name, "--config", "http.postBuffer=65536");
      assertThat(objects(name)).isEqualTo(objects("source"));
    }
  }

  @Test
  void leavesAConnectionOpenWhoseRequestCameInChunks() throws Exception {
    Path body = directory.resolve("ls-refs");
    Files.writeString(body, "0014command=ls-refs\n0000");
    String url = url("http") + "/git-upload-pack";
    List<String> command = new ArrayList<>(List.of("curl"));
    for (int request = 0; request < 2; request++) {
      if (request > 0) {
        command.add("--next");
      }
      command.addAll(
          List.of(
              "--silent",
              "--show-error",
              "--http1.1",
              "--header",
              "Transfer-Encoding: chunked",
              "--header",
              "Git-Protocol: version=2",
              "--header",
              "Content-Type: application/x-git-upload-pack-request",
              "--data-binary",
              "@" + body,
              "--output",
              "/dev/null",
              "--write-out",
              "%{http_code} %{num_connects}\\n",
              url));
    }
    assertThat(Commands.run(command)).isEqualTo("200 1\n200 0\n");
  }

  @Test
  void givesAShallowCloneOfProtocolZeroItsPackWithoutAProcess() {
    clone("http", 0, "first", "--depth=1");
    long entries = entries();
    long before = processes();
    clone("http", 0, "second", "--depth=1");
    // The round that tells where the history ends is made anew.
    assertThat(processes()).isEqualTo(before + 1);
    assertThat(entries()).isEqualTo(entries);
    assertThat(objects("second")).isEqualTo(objects("first"));
  }

  @Test
  void tellsTheAccessLogHowMuchAFileWas() throws Exception {
    clone("http", 2, "first");
    clone("http", 2, "second");
    await()
        .untilAsserted(() ->
            assertThat(log())
                .filteredOn(line -> line.contains("cache:hit"))
                .singleElement()
                .satisfies(line ->
                    assertThat(Long.parseLong(line.split(" \\| ", -1)[9])).isGreaterThan(300)));
    HttpProtocol protocol = plainProtocol();
    await().until(() -> protocol.files().count() == 0);
  }

  private void clone(String transport, int version, String into, String... options) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "-c",
                "protocol.version=" + version,
                "-c",
                "http.sslVerify=false",
                "clone",
                "--quiet"));
    line.addAll(List.of(options));
    line.add(transport.equals("ssh") ? ssh.url(repository) : url(transport));
    line.add(into);
    ssh.gitOk(key, directory, line.toArray(String[]::new));
    await().until(() -> server.get(GitProcesses.class).running() == 0);
  }

  private void push(String ref) {
    source.git("push", "--quiet", url("http"), ref);
  }

  private String objects(String clone) {
    return GitFixture.in(directory.resolve(clone))
        .git("rev-list", "--objects", "--no-object-names", "--all")
        .lines()
        .sorted()
        .reduce("", (all, line) -> all + line + "\n");
  }

  private static long processes() {
    return server.get(GitProcesses.class).started("upload-pack");
  }

  private long entries() {
    return server.get(ScmCache.class).entries().stream()
        .filter(entry -> entry.key().repositoryId() == repository.id())
        .count();
  }

  private List<String> log() throws IOException {
    return Files.readAllLines(server.home().resolve("log/access.log")).stream()
        .filter(line -> line.contains("repository:" + repository.path()))
        .toList();
  }

  private static HttpProtocol plainProtocol() {
    return server.get(HttpDrain.class).connectors().stream()
        .filter(connector -> connector.getLocalPort() == plainPort)
        .map(connector -> (HttpProtocol) connector.getProtocolHandler())
        .findFirst()
        .orElseThrow();
  }

  private String url(String scheme) {
    int port = scheme.equals("https") ? server.httpUrl().getPort() : plainPort;
    return "%s://%s:%s@localhost:%d/scm/%s.git"
        .formatted(
            scheme, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD, port, repository.path());
  }
}
