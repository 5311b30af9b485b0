package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.scmcache.CacheStatistics;
import org.packhouse.scmcache.ScmCache;

/** Many clients ask for the same at once, each in its own words, and nothing is there yet. */
@Tag("full")
@Tag("clones")
class ClonesAtOnceTest {

  private static final int CLIENTS = 32;
  private static final int NOISE = 5_000_000;
  private static final int BRANCHES = 6;

  // Protocol 2, and protocol 0 with large side bands.
  private static final int FRAMINGS = 2;

  @TempDir private Path directory;
  private final FetchKit kit = new FetchKit();
  private final TestingSsh ssh = TestingSsh.of(kit.server);
  private GitFixture source;
  private Path key;

  @BeforeEach
  void makeRepository() throws IOException {
    source = GitFixture.workTree(directory.resolve("source"));
    byte[] noise = new byte[NOISE];
    new Random(8).nextBytes(noise);
    Files.write(source.directory().resolve("noise"), noise);
    source.commitAll("Noise");
    for (int i = 0; i < BRANCHES; i++) {
      source.git("checkout", "--quiet", "-b", "branch" + i);
      source.commit("file" + i, "content");
    }
    source.git("tag", "-a", "-m", "First", "v1");
    kit.fill(source);
    TestingPeople people = TestingPeople.of(kit.server);
    User user = people.createUser(TestingPeople.uniqueName("cloner"), "password-of-a-cloner");
    people.grant(user, new RepositoryId(kit.repository.id()), Permission.REPO_READ);
    key = ssh.createKey(user);
  }

  @AfterEach
  void close() {
    ssh.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void haveOnePackMadeForEachFramingAlthoughSomeVanish(boolean inProcess) throws Exception {
    if (inProcess) {
      kit.git().git("repack", "-a", "-d", "--quiet", "--write-bitmap-index");
    }
    long processes = kit.processes();
    CacheStatistics before = statistics();
    CyclicBarrier start = new CyclicBarrier(CLIENTS);
    try (var threads = Executors.newFixedThreadPool(CLIENTS)) {
      List<Callable<Void>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        int number = i;
        clients.add(() -> {
          start.await();
          act(number);
          return null;
        });
      }
      for (Future<Void> client : threads.invokeAll(clients)) {
        client.get();
      }
    }
    await().until(() -> kit.running() == 0);
    CacheStatistics after = statistics();
    assertThat(after.bypassed() - before.bypassed()).as("answers made for one").isZero();
    assertThat(after.misses() - before.misses()).as("packs").isEqualTo(FRAMINGS);
    assertThat(after.hits() + after.joined() - before.hits() - before.joined())
        .isEqualTo(CLIENTS - FRAMINGS);
    assertThat(kit.processes() - processes).isEqualTo(inProcess ? 0 : FRAMINGS);
  }

  private void act(int number) throws Exception {
    ProtocolVersion protocol = number % 2 == 0 ? ProtocolVersion.V2 : ProtocolVersion.V0;
    boolean http = number / 2 % 2 == 0;
    if (number < 8) {
      cloneWithGit(protocol, http, "copy" + number);
    } else {
      RawClone clone = RawClone.like(protocol, wants(number), "client-" + number);
      byte[] pack = http ? overHttp(clone, number < 12) : overSsh(clone, number < 12);
      if (pack.length > 0) {
        assertComplete(GitFixture.bare(directory.resolve("copy" + number)), pack);
      }
    }
  }

  private void cloneWithGit(ProtocolVersion protocol, boolean http, String into) {
    String version = "protocol.version=" + (protocol == ProtocolVersion.V2 ? 2 : 0);
    ssh.gitOk(
        key,
        directory,
        "-c",
        version,
        "clone",
        "--quiet",
        "--no-checkout",
        http ? kit.url() : ssh.url(kit.repository),
        into);
    GitFixture copy = GitFixture.in(directory.resolve(into));
    assertThat(copy.git("fsck", "--full", "--strict")).isEmpty();
    assertThat(objects(copy)).isEqualTo(objects(source));
  }

  /** Everything that there is, in an order of its own, some of it twice. */
  private List<String> wants(int number) {
    List<String> wants =
        new ArrayList<>(source.git("for-each-ref", "--format=%(objectname)").lines().toList());
    Collections.shuffle(wants, new Random(number));
    wants.add(wants.getFirst());
    return wants;
  }

  private byte[] overHttp(RawClone clone, boolean vanishing) throws IOException {
    try (InputStream response = clone.ask(kit.server.httpUrl(), kit.repository.path())) {
      return take(response, vanishing);
    }
  }

  private byte[] overSsh(RawClone clone, boolean vanishing) throws Exception {
    List<String> line = new ArrayList<>(ssh.client(key));
    line.addAll(List.of("-o", "SendEnv=GIT_PROTOCOL", "git@localhost"));
    line.add("git-upload-pack '/" + kit.repository.path() + ".git'");
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD);
    if (clone.protocol() == ProtocolVersion.V2) {
      builder.environment().put("GIT_PROTOCOL", "version=2");
    }
    Process client = builder.start();
    try {
      client.getOutputStream().write(clone.request());
      client.getOutputStream().flush();
      return take(client.getInputStream(), vanishing);
    } finally {
      client.destroyForcibly().waitFor();
    }
  }

  private static byte[] take(InputStream response, boolean vanishing) throws IOException {
    if (vanishing) {
      assertThat(new String(response.readNBytes(NOISE / 10), StandardCharsets.ISO_8859_1))
          .contains("PACK");
      return new byte[0];
    }
    return RawClone.pack(response);
  }

  private void assertComplete(GitFixture copy, byte[] pack) {
    assertThat(copy.execute(List.of("git", "index-pack", "--stdin", "--strict"), pack).exitCode())
        .isZero();
    assertThat(objects(copy)).isEqualTo(objects(source));
  }

  private static String objects(GitFixture repository) {
    return repository.git("cat-file", "--batch-all-objects", "--batch-check");
  }

  private CacheStatistics statistics() {
    return kit.server.get(ScmCache.class).statistics();
  }
}
