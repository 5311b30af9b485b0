package org.packhouse.app.engine.ssh;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.app.testing.TestingSsh.Result;

class SshPushTest {

  private static final Path BUNDLES = Path.of("../../shared/data");

  private final TestingServer server = TestingServer.shared();
  private TestingSsh ssh;
  private Path key;
  private Repository repository;
  private GitFixture work;

  @BeforeEach
  void open() {
    TestingPeople people = TestingPeople.of(server);
    ssh = TestingSsh.of(server);
    User user = people.createUser(TestingPeople.uniqueName("pusher"), "password-of-a-user");
    key = ssh.createKey(user);
    repository = TestingProjects.in(server).repository();
    people.grant(user, new RepositoryId(repository.id()), Permission.REPO_WRITE);
    work = GitFixture.workTree(ssh.directory().resolve("work"));
    work.commit("a.txt", "one\n");
  }

  @AfterEach
  void close() {
    ssh.close();
  }

  private Result push(String... arguments) {
    return ssh.git(
        key,
        work.directory(),
        Stream.concat(Stream.of("push"), Stream.of(arguments)).toArray(String[]::new));
  }

  /**
   * Quarantines of pushes that are under way on the server. They come and go while this looks: a
   * directory that is gone has none.
   */
  private List<File> quarantines() {
    File incoming = server.get(Homes.class).repositories().resolve("incoming").toFile();
    return inside(incoming).flatMap(SshPushTest::inside).toList();
  }

  private static Stream<File> inside(File directory) {
    File[] files = directory.listFiles();
    return files == null ? Stream.empty() : Stream.of(files);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void pushesAndClonesBackOverEachProtocol(int version) {
    String url = ssh.url(repository);
    String protocol = "protocol.version=" + version;
    ssh.gitOk(key, work.directory(), "-c", protocol, "push", url, "main", "main:refs/heads/topic");
    work.git("tag", "-a", "v1", "-m", "first");
    String fresh = work.commit("b.txt", "two\n");
    ssh.gitOk(
        key, work.directory(), "-c", protocol, "push", "--atomic", url, "main", "v1", ":topic");
    ssh.gitOk(key, ssh.directory(), "-c", protocol, "clone", "-q", url, "copy");
    Path copy = ssh.directory().resolve("copy");
    assertThat(ssh.gitOk(key, copy, "rev-parse", "HEAD").strip()).isEqualTo(fresh);
    assertThat(ssh.gitOk(key, copy, "ls-remote"))
        .contains("refs/tags/v1")
        .doesNotContain("refs/heads/topic");
  }

  @Test
  void pushesMegabytesAndGetsThemBack() throws IOException {
    byte[] noise = new byte[20 << 20];
    new Random(7).nextBytes(noise);
    Files.write(work.directory().resolve("noise.bin"), noise);
    work.commitAll("noise");
    assertThat(push(ssh.url(repository), "main").status()).isZero();
    ssh.gitOk(key, ssh.directory(), "clone", "-q", ssh.url(repository), "copy");
    assertThat(Files.readAllBytes(ssh.directory().resolve("copy/noise.bin"))).isEqualTo(noise);
  }

  @Test
  void tellsAPusherWhoIsBehind() {
    assertThat(push(ssh.url(repository), "main").status()).isZero();
    work.git("commit", "--quiet", "--amend", "-m", "other");
    Result result = push(ssh.url(repository), "main");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).contains("rejected");
  }

  @Test
  void leavesNothingBehindAPusherThatWasKilled() throws IOException {
    List<String> line = new ArrayList<>(ssh.client(key));
    line.addAll(List.of("git@localhost", "git-receive-pack '/" + repository.path() + "'"));
    Process client = new ProcessBuilder(line).start();
    OutputStream out = client.getOutputStream();
    String tip = work.git("rev-parse", "HEAD");
    String command =
        "0".repeat(40) + " " + tip + " refs/heads/half\0 report-status side-band-64k\n";
    out.write(
        (String.format(Locale.ROOT, "%04x", command.length() + 4) + command + "0000")
            .getBytes(US_ASCII));
    // The head of a pack of many objects, and a part of the first: 3 MB of what does not end.
    out.write(new byte[] {'P', 'A', 'C', 'K', 0, 0, 0, 2, 0, 0, 1, 0});
    out.write(incompleteObject());
    out.flush();
    await().until(() -> !quarantines().isEmpty());
    client.destroyForcibly();
    await().until(() -> quarantines().isEmpty());
    await().until(() -> server.get(GitSshServer.class).commands() == 0);
    assertThat(ssh.gitOk(key, ssh.directory(), "ls-remote", ssh.url(repository)))
        .doesNotContain("refs/heads/half");
  }

  private static byte[] incompleteObject() {
    byte[] content = new byte[3 << 20];
    new Random(3).nextBytes(content);
    Deflater deflater = new Deflater(0);
    deflater.setInput(content);
    deflater.finish();
    byte[] packed = new byte[content.length + 1024];
    int length = deflater.deflate(packed);
    deflater.end();
    // A blob of 3 MB: type 3, size in 4 + 7 + 7 + 7 bits.
    int size = content.length;
    byte[] part = new byte[length];
    part[0] = (byte) (0x80 | (3 << 4) | (size & 15));
    part[1] = (byte) (0x80 | ((size >> 4) & 127));
    part[2] = (byte) (0x80 | ((size >> 11) & 127));
    part[3] = (byte) ((size >> 18) & 127);
    System.arraycopy(packed, 0, part, 4, length - 4);
    return part;
  }

  @Tag("full")
  @Tag("pushes")
  @ParameterizedTest
  @ValueSource(strings = {"airlift", "reactor-netty"})
  void mirrorsARealRepository(String name) {
    Path bundle = BUNDLES.resolve(name + ".bundle").toAbsolutePath().normalize();
    assumeTrue(Files.exists(bundle));
    GitFixture fixture = GitFixture.in(ssh.directory());
    fixture.git("clone", "--quiet", "--mirror", bundle.toString(), "mirror");
    Path mirror = ssh.directory().resolve("mirror");
    Result pushed = ssh.git(key, mirror, "push", "--mirror", ssh.url(repository));
    assertThat(pushed.status()).as(pushed.err()).isZero();
    String refs = ssh.gitOk(key, mirror, "show-ref");
    for (String version : List.of("0", "2")) {
      String copy = "copy" + version;
      ssh.gitOk(
          key,
          ssh.directory(),
          "-c",
          "protocol.version=" + version,
          "clone",
          "--quiet",
          "--mirror",
          ssh.url(repository),
          copy);
      assertThat(ssh.gitOk(key, ssh.directory().resolve(copy), "show-ref")).isEqualTo(refs);
      ssh.gitOk(key, ssh.directory().resolve(copy), "fsck", "--full");
    }
  }

  @Tag("full")
  @Tag("pushes")
  @Test
  void changesKeysInTheMidstOfATransferOfMoreThanAGigabyte() throws IOException {
    byte[] noise = new byte[64 << 20];
    Random random = new Random(11);
    for (int i = 0; i < 18; i++) {
      random.nextBytes(noise);
      Files.write(work.directory().resolve("noise" + i), noise);
    }
    work.git("-c", "core.compression=0", "add", "--all");
    work.git("-c", "core.compression=0", "commit", "--quiet", "-m", "a gigabyte");
    work.git("config", "core.compression", "0");
    work.git("config", "pack.window", "0");
    Result pushed = push(ssh.url(repository), "main");
    assertThat(pushed.status()).as(pushed.err()).isZero();
    ssh.gitOk(key, ssh.directory(), "clone", "--quiet", "--bare", ssh.url(repository), "copy");
    assertThat(ssh.gitOk(key, ssh.directory().resolve("copy"), "rev-parse", "main").strip())
        .isEqualTo(work.git("rev-parse", "main"));
  }
}
