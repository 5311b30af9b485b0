package org.packhouse.app.engine.git.fetch.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jgit.internal.storage.file.ObjectDirectory;
import org.eclipse.jgit.internal.storage.file.Pack;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.engine.git.RandomHistory;
import org.packhouse.app.engine.git.RawClone;
import org.packhouse.app.engine.git.advertise.RefViews;
import org.packhouse.app.engine.git.fetch.CheckedFetch;
import org.packhouse.app.engine.git.fetch.CheckedFetch.Framing;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.engine.git.fetch.FetchRequest;
import org.packhouse.app.engine.git.fetch.NativeFetch;
import org.packhouse.app.engine.git.fetch.WaitingClient;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.TestingTickets;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingPeople;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingSsh;
import org.packhouse.scmcache.ResponseOutput;
import org.springframework.util.unit.DataSize;

class InProcessFetchTest {

  private static final DataSize LARGE = DataSize.ofGigabytes(1);

  @TempDir private Path directory;
  private GitFixture source;
  private GitFixture client;
  private FetchKit kit;
  private RandomHistory history;

  @BeforeEach
  void makeRepositories() throws IOException {
    source = GitFixture.workTree(directory.resolve("source"));
    client = GitFixture.in(Files.createDirectory(directory.resolve("client")));
    kit = new FetchKit();
    history = new RandomHistory(source, 0);
  }

  @ParameterizedTest
  @CsvSource({"1,0", "1,2", "2,2", "3,2"})
  void givesClonesAndFetchesTheObjectsThatNativeGitWould(long seed, int version) {
    history = new RandomHistory(source, seed);
    grow(25);
    repack();
    git(version, "clone", "--quiet", "--mirror", kit.url(), "early.git");
    assertComplete("early.git");
    git(version, "clone", "--quiet", "--no-tags", kit.url(), "without-tags");
    grow(12);
    git(version, "clone", "--quiet", "--mirror", kit.url(), "late.git");
    assertComplete("late.git");
    in("early.git").git("-c", "protocol.version=" + version, "fetch", "--quiet", "--prune");
    assertComplete("early.git");
    repack();
    grow(6);
    in("early.git").git("-c", "protocol.version=" + version, "fetch", "--quiet", "--prune");
    assertComplete("early.git");
    in("without-tags").git("-c", "protocol.version=" + version, "fetch", "--quiet");
    assertThat(in("without-tags").git("fsck", "--full", "--strict")).isEmpty();
  }

  @Test
  void startsNoProcessForACloneOfAllBranchesAndForAFetchOfAFewCommits() {
    grow(10);
    repack();
    long before = kit.processes();
    git(2, "clone", "--quiet", kit.url(), "copy");
    assertThat(kit.processes()).as("after a clone").isEqualTo(before);
    grow(5);
    in("copy").git("fetch", "--quiet");
    assertThat(kit.processes()).as("after a fetch").isEqualTo(before);
    git(2, "clone", "--quiet", kit.url(), "second");
    assertThat(kit.processes()).as("after another clone").isEqualTo(before);
    assertThat(in("copy").git("rev-parse", "origin/main"))
        .isEqualTo(source.git("rev-parse", "main"));
  }

  @Test
  void sendsAStoredPackToNoClientThatMayNotReadItsDeltas() throws IOException {
    source.commit("a", "1");
    fill();
    repack();
    String tip = source.git("rev-parse", "main");
    long before = kit.processes();
    kit.ask(ProtocolVersion.V2, FetchKit.command("fetch", "want " + tip, "done"));
    assertThat(kit.processes()).isGreaterThan(before);
  }

  @Test
  void makesACloneOfTipsThatPushesHaveMovedSinceTheyWereAdvertised() throws IOException {
    source.commit("a", "1");
    source.git("branch", "topic");
    fill();
    repack();
    source.commit("a", "2");
    fill();
    String advertised = source.git("rev-parse", "main");
    String topic = source.git("rev-parse", "topic");
    source.commit("a", "3");
    source.git("branch", "new");
    fill();
    long before = kit.processes();
    byte[] response =
        kit.ask(
            ProtocolVersion.V2,
            FetchKit.command(
                "fetch",
                "no-progress",
                "ofs-delta",
                "want " + advertised,
                "want " + topic,
                "done"));
    assertThat(FetchKit.objectsIn(response))
        .isEqualTo(source.git("rev-list", "--objects", advertised, topic).lines().count());
    assertThat(kit.processes()).isEqualTo(before);
  }

  @Test
  void makesClonesAndFetchesOfObjectsInManySmallPacks() throws IOException {
    grow(3);
    repack();
    git(2, "clone", "--quiet", "--mirror", kit.url(), "early.git");
    for (int n = 0; n < 45; n++) {
      source.git("checkout", "--quiet", "main");
      source.commit("file" + n % 4, "version " + n + "\n");
      fill();
      kit.git().git("repack", "--quiet", "-d");
    }
    assertSmallPacksHold(source.git("rev-parse", "main"));
    long before = kit.processes();
    git(2, "clone", "--quiet", "--mirror", kit.url(), "late.git");
    assertComplete("late.git");
    in("early.git").git("fetch", "--quiet");
    assertComplete("early.git");
    assertThat(kit.processes()).isEqualTo(before);
  }

  private void assertSmallPacksHold(String id) throws IOException {
    try (Repository repository =
            kit.server.get(RepositoryDirectories.class).open(kit.repository.id());
        ObjectReader reader = repository.newObjectReader()) {
      var packs = ((ObjectDirectory) repository.getObjectDatabase()).getPacks();
      assertThat(packs).hasSizeGreaterThan(44);
      List<Pack> earlier = List.copyOf(packs).subList(3, packs.size());
      SmallPacks small = SmallPacks.of(earlier);
      assertThat(small.open(reader, ObjectId.fromString(id))).isNull();
      assertThat(SmallPacks.with(small, packs)).as("reads what came").isSameAs(small);
      assertThat(small.open(reader, ObjectId.fromString(id))).isNotNull();
      assertThat(SmallPacks.with(small, earlier)).as("was listed before").isSameAs(small);
      SmallPacks anew = SmallPacks.with(small, List.copyOf(packs).subList(0, 31));
      assertThat(anew).as("many are gone").isNotSameAs(small);
      assertThat(anew.open(reader, ObjectId.fromString(id))).isNotNull();
      assertThat(anew.size()).isLessThan(small.size());
      assertThat(SmallPacks.with(small, List.copyOf(packs).subList(0, 5)).size())
          .as("few are left")
          .isZero();
    }
  }

  @Test
  void answersOverSshAlike() throws IOException {
    grow(10);
    repack();
    TestingPeople people = TestingPeople.of(kit.server);
    User user = people.createUser(TestingPeople.uniqueName("reader"), "password-of-a-reader");
    people.grant(user, new RepositoryId(kit.repository.id()), Permission.REPO_READ);
    try (TestingSsh ssh = TestingSsh.of(kit.server)) {
      Path key = ssh.createKey(user);
      long before = kit.processes();
      ssh.gitOk(
          key, client.directory(), "clone", "-q", "--mirror", ssh.url(kit.repository), "copy.git");
      assertComplete("copy.git");
      grow(5);
      ssh.gitOk(key, in("copy.git").directory(), "fetch", "--quiet", "--prune");
      assertComplete("copy.git");
      assertThat(kit.processes()).isEqualTo(before);
    }
  }

  @Test
  void answersWhereObjectsAreBorrowed() {
    grow(10);
    repack();
    String origin =
        "projects/%s/repos/%s".formatted(kit.repository.project().key(), kit.repository.slug());
    String name = TestingPeople.uniqueName("fork");
    TestingRest.Response fork =
        TestingRest.admin(kit.server).post(origin, "{\"name\":\"" + name + "\"}");
    assertThat(fork.status()).isEqualTo(201);
    String url =
        kit.url()
            .replace(
                "/scm/%s/%s.git".formatted(kit.repository.project().key(), kit.repository.slug()),
                "/scm/%s/%s.git".formatted(fork.at("/project/key"), name));
    git(2, "clone", "--quiet", "--mirror", url, "copy.git");
    history.grow(5);
    source.git("push", "--quiet", "--mirror", url);
    long before = kit.processes();
    in("copy.git").git("fetch", "--quiet", "--prune");
    assertThat(kit.processes()).isEqualTo(before);
    assertComplete("copy.git");
  }

  @Test
  void tellsHowFarItIs() {
    grow(10);
    repack();
    var result = client.run("clone", "--progress", kit.url(), "copy");
    assertThat(result.errors())
        .contains("remote: Enumerating objects: ", "remote: Total ", "pack-reused ");
    grow(3);
    assertThat(in("copy").run("fetch", "--progress").errors())
        .contains("remote: Enumerating objects: ", "remote: Total ");
  }

  @Test
  void sendsTagsThatPointToWhatItSends() {
    source.commit("a", "1");
    fill();
    git(2, "clone", "--quiet", "--no-tags", kit.url(), "copy");
    source.commit("a", "2");
    source.git("tag", "-a", "-m", "Inner", "inner");
    source.git("tag", "-a", "-m", "Outer", "outer", "inner");
    source.commit("a", "3");
    fill();
    ObjectId tip = ObjectId.fromString(source.git("rev-parse", "main"));
    byte[] response =
        kit.ask(
            ProtocolVersion.V2,
            FetchKit.command(
                "fetch",
                "include-tag",
                "no-progress",
                "want " + tip.name(),
                "have " + source.git("rev-parse", "main~2"),
                "done"));
    // Two commits, two trees, two blobs and two tags.
    assertThat(FetchKit.objectsIn(response)).isEqualTo(8);
  }

  @Test
  void answersARoundWithoutAnythingInCommon() {
    grow(3);
    String tip = source.git("rev-parse", "main");
    String other = "1234567890123456789012345678901234567890";
    long before = kit.processes();
    byte[] response =
        kit.ask(ProtocolVersion.V2, FetchKit.command("fetch", "want " + tip, "have " + other));
    assertThat(FetchKit.text(response)).isEqualTo("0014acknowledgments\n0008NAK\n0000");
    assertThat(kit.processes()).isEqualTo(before);
  }

  @Test
  void saysOfEachHaveWhetherItIsCommonAndWhenThatIsEnough() {
    String base = source.commit("a", "1");
    String tip = source.commit("a", "2");
    source.git("checkout", "--quiet", "--orphan", "apart");
    String apart = source.commit("b", "1");
    fill();
    assertThat(round(tip, apart)).isEqualTo("0014acknowledgments\n0031ACK " + apart + "\n0000");
    assertThat(round(tip, base))
        .startsWith("0014acknowledgments\n0031ACK " + base + "\n000aready\n0001000dpackfile\n");
  }

  @Test
  void putsAllLinesIntoTheSideBandIfAskedTo() {
    String base = source.commit("a", "1");
    String tip = source.commit("a", "2");
    fill();
    byte[] response =
        kit.ask(
            ProtocolVersion.V2,
            FetchKit.command("fetch", "sideband-all", "want " + tip, "have " + base));
    assertThat(FetchKit.text(response))
        .startsWith(
            "0015\u0001acknowledgments\n0032\u0001ACK "
                + base
                + "\n000b\u0001ready\n0001000e\u0001packfile\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"answers", "repository-size", "commits", "objects"})
  void leavesWhatIsBeyondALimitToNativeGit(String limit) throws IOException {
    grow(10);
    repack();
    grow(5);
    InProcessSettings settings =
        switch (limit) {
          case "answers" -> new InProcessSettings(0, LARGE, 100, 100);
          case "repository-size" -> new InProcessSettings(1, DataSize.ofBytes(1), 100, 100);
          case "commits" -> new InProcessSettings(1, LARGE, 1, 100);
          default -> new InProcessSettings(1, LARGE, 100, 1);
        };
    long before = kit.processes();
    assertThat(produce(settings, new ByteArrayOutputStream())).isTrue();
    assertThat(kit.processes()).isEqualTo(before + 1);
  }

  @Test
  void stopsWhenTheClientIsGone() {
    grow(10);
    repack();
    grow(5);
    long before = kit.processes();
    InProcessSettings settings = new InProcessSettings(1, LARGE, 100, 100);
    OutputStream gone =
        new OutputStream() {
          @Override
          public void write(int value) throws IOException {
            throw new IOException("gone");
          }
        };
    assertThatThrownBy(() -> produce(settings, gone)).hasMessage("gone");
    assertThat(kit.processes()).isEqualTo(before);
  }

  @Test
  void tellsOfABrokenRepositoryWhatNativeGitTells() throws IOException {
    source.commit("a", "1");
    fill();
    git(2, "clone", "--quiet", kit.url(), "copy");
    source.commit("a", "2");
    fill();
    String blob = source.git("rev-parse", "main:a");
    Files.delete(
        kit.directory()
            .resolve("objects")
            .resolve(blob.substring(0, 2))
            .resolve(blob.substring(2)));
    var result = in("copy").run("fetch");
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.errors())
        .containsAnyOf(
            "possible repository corruption on the remote side",
            "The server failed to serve the request");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sendsAllAlthoughTheRepositoryIsPackedAnewMeanwhile(boolean clone) throws IOException {
    byte[] noise = new byte[400_000];
    new Random(6).nextBytes(noise);
    Files.write(source.directory().resolve("noise"), noise);
    source.commitAll("Noise");
    fill();
    repack();
    String old = source.git("rev-parse", "main");
    new Random(7).nextBytes(noise);
    Files.write(source.directory().resolve("noise"), noise);
    source.commitAll("More noise");
    source.commit("a", "1");
    fill();
    ByteArrayOutputStream response = new ByteArrayOutputStream();
    List<String> packs = new ArrayList<>();
    OutputStream interrupted =
        new OutputStream() {
          @Override
          public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            if (packs.isEmpty()) {
              // Nothing of what the response was begun with is left.
              repack();
              packs.addAll(kit.git().git("count-objects", "-v").lines().toList());
            }
            response.write(bytes, offset, length);
          }
        };
    Set<ObjectId> haves = clone ? Set.of() : Set.of(ObjectId.fromString(old));
    long before = kit.processes();
    assertThat(produce(new InProcessSettings(1, LARGE, 100, 100), haves, interrupted)).isTrue();
    assertThat(kit.processes()).isEqualTo(before);
    assertThat(packs).contains("count: 0", "packs: 1");
    GitFixture copy = GitFixture.bare(directory.resolve("copy"));
    if (!clone) {
      copy.git("fetch", "--quiet", source.directory().toString(), old + ":refs/heads/old");
    }
    byte[] pack = RawClone.pack(new ByteArrayInputStream(response.toByteArray()));
    assertThat(
            copy.execute(List.of("git", "index-pack", "--stdin", "--fix-thin", "--strict"), pack)
                .exitCode())
        .isZero();
    copy.git("update-ref", "refs/heads/main", source.git("rev-parse", "main"));
    assertThat(copy.git("fsck", "--full", "--strict")).isEmpty();
  }

  private boolean produce(InProcessSettings settings, OutputStream out) throws IOException {
    String old = source.git("rev-list", "--max-parents=0", "main");
    return produce(settings, Set.of(ObjectId.fromString(old)), out);
  }

  private boolean produce(InProcessSettings settings, Set<ObjectId> haves, OutputStream out)
      throws IOException {
    InProcessFetch fetches =
        new InProcessFetch(
            kit.server.get(PackReaders.class),
            kit.server.get(NativeFetch.class),
            TestingTickets.limited(Bucket.IN_PROCESS, settings.places(Long.MAX_VALUE)),
            new CloneIncrements(new Caches(new SimpleMeterRegistry())),
            kit.server.get(TipPacks.class),
            settings);
    ObjectId tip = ObjectId.fromString(source.git("rev-parse", "main"));
    CheckedFetch fetch =
        new CheckedFetch(
            kit.repository.id(),
            "ada",
            kit.server.get(RefViews.class).now(kit.repository.id()),
            new FetchRequest(
                new TreeSet<>(List.of("no-progress", "ofs-delta")),
                new TreeSet<>(),
                new TreeSet<>(List.of(tip)),
                new TreeSet<>(haves),
                true),
            Framing.V2);
    assertThat(fetches.suits(fetch)).isTrue();
    WaitingClient client = new WaitingClient(() -> out, fetch, System::nanoTime);
    return fetches.produce(fetch, ResponseOutput.to(out, client));
  }

  private String round(String want, String have) {
    return FetchKit.text(
        kit.ask(ProtocolVersion.V2, FetchKit.command("fetch", "want " + want, "have " + have)));
  }

  private void grow(int steps) {
    history.grow(steps);
    fill();
  }

  private void fill() {
    kit.fill(source);
    try {
      kit.server.get(Refs.class).reread(kit.repository.id());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void repack() {
    kit.git().git("repack", "-a", "-d", "--quiet", "--write-bitmap-index");
    kit.git().git("commit-graph", "write", "--reachable");
  }

  private void assertComplete(String name) {
    GitFixture copy = in(name);
    assertThat(copy.git("show-ref")).isEqualTo(source.git("show-ref"));
    assertThat(copy.git("fsck", "--full", "--strict")).isEmpty();
    assertThat(objects(copy)).isEqualTo(objects(source));
  }

  private static String objects(GitFixture repository) {
    return repository.git("rev-list", "--all", "--objects", "--no-object-names");
  }

  private String git(int version, String... arguments) {
    List<String> all = new ArrayList<>(List.of("-c", "protocol.version=" + version));
    all.addAll(List.of(arguments));
    return client.git(all.toArray(String[]::new));
  }

  private GitFixture in(String name) {
    return GitFixture.in(client.directory().resolve(name));
  }
}
