package org.packhouse.app.engine.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.packhouse.app.engine.connector.TestCertificate;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.storage.objects.PackedRepository;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.process.GitProcesses;
import org.packhouse.app.testing.FreePort;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.scmcache.ScmCache;
import org.packhouse.scmcache.StoredEntry;

/** Real git clones after each push what has one stored pack, over every transport. */
class JoinedCloneTest {

  private static final int FILE = 3_000_000;

  @TempDir static Path certificates;
  @TempDir static Path sources;
  private static TestingServer server;
  private static TestingSsh ssh;
  private static Path key;
  private static int plainPort;
  private static FetchKit kit;
  private static GitFixture source;
  private static int commits;

  @TempDir Path directory;

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
    User admin = people.user(TestingServer.ADMIN);
    key = ssh.createKey(admin);
    kit = new FetchKit(server);
    source = GitFixture.workTree(sources.resolve("source"));
    byte[] random = new byte[FILE];
    new Random(4).nextBytes(random);
    source.commit("large", Base64.getEncoder().encodeToString(random));
    source.git("tag", "-a", "v1", "-m", "first");
    push("main", "v1");
    kit.git().git("repack", "-a", "-d", "--quiet", "--write-bitmap-index");
    try (PackedRepository repository =
        server.get(RepositoryDirectories.class).openPacked(kit.repository.id())) {
      repository.forgetPacks();
    }
  }

  @AfterAll
  static void stop() {
    ssh.close();
    server.close();
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
  void givesAllThatIsThereAfterEachPush(String transport, int version) throws IOException {
    long before = processes();
    // The first of these may be of the stored pack alone.
    for (int round = 0; round < 3; round++) {
      clone(transport, version, "first" + round);
      clone(transport, version, "second" + round);
      for (String copy : List.of("first" + round, "second" + round)) {
        GitFixture clone = GitFixture.in(directory.resolve(copy));
        assertThat(clone.git("fsck", "--full", "--strict")).isEmpty();
        assertThat(clone.git("rev-parse", "HEAD")).isEqualTo(source.git("rev-parse", "HEAD"));
        assertThat(objects(copy)).isEqualTo(objects(sources.resolve("source").toString()));
      }
      source.commit("small", "content " + commits++);
      push("main");
    }
    assertThat(processes()).as("native git makes none").isEqualTo(before);
    assertThat(server.get(ScmCache.class).entries())
        .extracting(StoredEntry::bytes)
        .filteredOn(bytes -> bytes > 100_000)
        .as("what is stored of the pack")
        .hasSize(1);
  }

  @Test
  void tellsTheAccessLogHowMuchItWas() throws Exception {
    clone("http", 2, "first");
    await()
        .untilAsserted(() ->
            assertThat(log())
                .filteredOn(line -> line.contains("clone, cache:"))
                .last()
                .satisfies(line ->
                    assertThat(Long.parseLong(line.split(" \\| ", -1)[9])).isGreaterThan(FILE)));
    await().until(() -> server.get(Exchanges.class).running() == 0);
  }

  private void clone(String transport, int version, String into) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "-c",
                "protocol.version=" + version,
                "-c",
                "http.sslVerify=false",
                "clone",
                "--quiet"));
    line.add(transport.equals("ssh") ? ssh.url(kit.repository) : url(transport));
    line.add(into);
    ssh.gitOk(key, directory, line.toArray(String[]::new));
  }

  private static void push(String... refs) {
    List<String> line = new ArrayList<>(List.of("push", "--quiet", url("http")));
    line.addAll(List.of(refs));
    source.git(line.toArray(String[]::new));
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

  private List<String> log() throws IOException {
    return Files.readAllLines(server.home().resolve("log/access.log")).stream()
        .filter(line -> line.contains("repository:" + kit.repository.path()))
        .toList();
  }

  private static String url(String scheme) {
    int port = scheme.equals("https") ? server.httpUrl().getPort() : plainPort;
    return "%s://%s:%s@localhost:%d/scm/%s.git"
        .formatted(
            scheme, TestingServer.ADMIN, TestingServer.ADMIN_PASSWORD, port, kit.repository.path());
  }
}
