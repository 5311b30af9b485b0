package org.packhouse.app.engine.git.fetch.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.git.ProtocolVersion;
import org.packhouse.app.engine.git.advertise.RefViews;
import org.packhouse.app.engine.git.fetch.CheckedFetch;
import org.packhouse.app.engine.git.fetch.FetchKit;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.throttle.TestingTickets;
import org.packhouse.app.platform.throttle.Tickets;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.process.GitProcesses;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.app.testing.GitFixture;
import org.springframework.util.FileSystemUtils;
import org.springframework.util.unit.DataSize;

class TipPacksTest {

  private static final int FILES = 240;

  @TempDir private Path directory;
  private final MeterRegistry meters = new SimpleMeterRegistry();
  private GitFixture source;
  private GitFixture client;
  private FetchKit kit;
  private int clones;

  @BeforeEach
  void makeRepository() throws IOException {
    source = GitFixture.workTree(directory.resolve("source"));
    client = GitFixture.in(Files.createDirectory(directory.resolve("client")));
    kit = new FetchKit();
    for (int i = 0; i < FILES; i++) {
      source.write(file(i), "file " + i + "\n" + "line\n".repeat(i));
    }
    source.commitAll("files");
    fill();
  }

  @Test
  void aCloneAfterAPushGetsWhatLiesThereAndWhatHasChanged() {
    TipPack tip = follow();
    assertThat(tip.commit().name()).isEqualTo(source.git("rev-parse", "main"));
    long objects = tip.objects();
    source.git("mv", "d3", "moved");
    source.git("rm", "--quiet", file(7));
    source.write(file(8), "another\n").write("new/deep/er", "new\n");
    source.commitAll("changes");
    fill();
    long processes = kit.processes();
    GitFixture copy = cloned("--depth", "1");
    assertThat(kit.processes()).isEqualTo(processes);
    assertComplete(copy, "main");
    assertThat(copy.git("rev-list", "--count", "HEAD")).isEqualTo("1");
    // The commit, its tree, the tree without a file, the tree with another, "new" and "deep" and
    // what is in it, and that other file; what was moved is there.
    assertThat(FetchKit.objectsIn(depthOne("main"))).isEqualTo(objects + 8);
    copy.git("fetch", "--quiet", "--unshallow");
    assertComplete(copy, "main");
    assertThat(copy.git("rev-list", "--count", "HEAD")).isEqualTo("2");
  }

  @Test
  void metersSayWhatWasMadeAndTheRoomItTakes() throws IOException {
    Ending packs = packs(directory.resolve("home"), DataSize.ofMegabytes(10));
    packs.start();
    assertThat(meters.get("tip.packs.used").gauge().value()).isZero();
    packs.countMiss(fetch("main"));
    packs.countMiss(fetch("main"));
    packs.finish();
    TipPack tip = packs.of(kit.repository.id()).getFirst();
    assertThat(meters.get("tip.packs.made").counter().count()).isEqualTo(1);
    double size = Files.size(tip.file());
    double index = Files.size(TipPack.index(tip.file()));
    assertThat(meters.get("tip.packs.used").gauge().value()).isEqualTo(size + index);
  }

  @Test
  void aMeterCountsTheClonesThatGotOne() {
    Counter sent = kit.server.get(MeterRegistry.class).get("tip.packs.sent").counter();
    follow();
    double before = sent.count();
    depthOne("main");
    assertThat(sent.count()).isEqualTo(before + 1);
    source.git("rm", "--quiet", "-r", "d1", "d2", "d3", "d4");
    source.commitAll("less");
    fill();
    depthOne("main");
    assertThat(sent.count()).as("of a commit that has too little of it").isEqualTo(before + 1);
  }

  @Test
  void theSameCommitGetsThePackAndItself() {
    TipPack tip = follow();
    assertThat(FetchKit.objectsIn(depthOne("main"))).isEqualTo(tip.objects() + 1);
    assertComplete(cloned("--depth", "1"), "main");
  }

  @Test
  void whatWasRemovedByForceIsSentToNobody() {
    String before = source.git("rev-parse", "main");
    source.write("secret", "s3cret\n").commitAll("a secret");
    String blob = source.git("rev-parse", "HEAD:secret");
    fill();
    TipPack tip = follow();
    assertThat(has(tip, blob)).isTrue();
    source.git("reset", "--quiet", "--hard", before);
    source.commit("public", "1\n");
    fill();
    GitFixture copy = cloned("--depth", "1");
    assertComplete(copy, "main");
    assertThat(copy.run("cat-file", "-e", blob).exitCode()).isNotZero();
    assertThat(FetchKit.objectsIn(depthOne("main"))).isEqualTo(objects("main"));
  }

  @Test
  void whatWasRemovedByForceIsSentToNobodyThoughAnEarlierCloneGotIt() {
    Secret secret = cloneOfAnotherBranchWithASecret();
    source.git("branch", "--force", "main", secret.before());
    source.commit("topic", "2\n");
    assertTopicWithout(secret);
  }

  @Test
  void whatWasRemovedByForceIsNotKeptForTheSameCloneOfAnotherBranch() {
    Secret secret = cloneOfAnotherBranchWithASecret();
    source.git("branch", "--force", "main", secret.before());
    assertTopicWithout(secret);
  }

  /**
   * A file of the latest commit of {@code main}.
   *
   * @param before the commit before
   */
  private record Secret(String before, String blob) {}

  /** Clones a branch that goes on without that commit, which a pack is made of. */
  private Secret cloneOfAnotherBranchWithASecret() {
    String before = source.git("rev-parse", "main");
    source.write("secret", "s3cret\n").commitAll("a secret");
    String blob = source.git("rev-parse", "HEAD:secret");
    fill();
    follow();
    source.git("checkout", "--quiet", "-b", "topic", before);
    source.commit("topic", "1\n");
    fill();
    assertComplete(cloned("--depth", "1", "--branch", "topic"), "topic");
    return new Secret(before, blob);
  }

  private void assertTopicWithout(Secret secret) {
    fill();
    GitFixture copy = cloned("--depth", "1", "--branch", "topic");
    assertComplete(copy, "topic");
    assertThat(copy.run("cat-file", "-e", secret.blob()).exitCode()).isNotZero();
  }

  @Test
  void aBranchFromBeforeThePackGetsItToo() {
    source.git("branch", "topic");
    source.commit(file(1), "on main\n");
    fill();
    TipPack tip = follow();
    source.git("checkout", "--quiet", "topic");
    source.commit("topic", "topic\n");
    fill();
    GitFixture copy = cloned("--depth", "1", "--branch", "topic");
    assertComplete(copy, "topic");
    assertThat(FetchKit.objectsIn(depthOne("topic"))).isGreaterThan(tip.objects());
  }

  @Test
  void aCommitWithMuchElseGetsWhatItHasAloneAndThenAPackOfItsOwn() {
    TipPack old = follow();
    source.git("rm", "--quiet", "-r", "d1", "d2", "d3", "d4");
    source.commitAll("less");
    fill();
    assertThat(FetchKit.objectsIn(depthOne("main"))).isEqualTo(objects("main"));
    TipPack young = follow();
    assertThat(young.objects()).isLessThan(old.objects());
    assertThat(kit.server.get(TipPacks.class).of(kit.repository.id())).containsExactly(young, old);
    assertComplete(cloned("--depth", "1"), "main");
  }

  @Test
  void keepsNoMoreThanThreeOfARepository() {
    List<TipPack> made = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      source.git("rm", "--quiet", "-r", "d" + i);
      source.commitAll("less");
      fill();
      made.add(follow());
    }
    assertThat(kit.server.get(TipPacks.class).of(kit.repository.id()))
        .containsExactly(made.get(3), made.get(2), made.get(1));
    assertThat(made.getFirst().file()).doesNotExist();
    assertThat(made.getFirst().file().getParent())
        .isDirectoryNotContaining(it -> it.toString().contains(stem(made.getFirst())));
    assertThat(made.get(1).file()).exists();
  }

  @Test
  void ofPacksForWhichThereIsNoRoomTogetherTheLatestStays() throws IOException {
    Path home = directory.resolve("home");
    Ending packs = packs(home, DataSize.ofKilobytes(700));
    packs.start();
    fillWithNoise();
    packs.countMiss(fetch("main"));
    packs.countMiss(fetch("main"));
    await().until(() -> packs.of(kit.repository.id()).size() == 1);
    TipPack first = packs.of(kit.repository.id()).getFirst();
    source.git("rm", "--quiet", "-r", "d1");
    source.commitAll("less");
    fill();
    packs.countMiss(fetch("main"));
    packs.countMiss(fetch("main"));
    packs.finish();
    assertThat(packs.of(kit.repository.id())).singleElement().isNotEqualTo(first);
    assertThat(first.file()).doesNotExist();
    assertThat(packs.of(kit.repository.id()).getFirst().file()).exists();
  }

  /** Half a megabyte that cannot be compressed. */
  private void fillWithNoise() {
    byte[] noise = new byte[375_000];
    new Random(1).nextBytes(noise);
    source.write("noise", Base64.getEncoder().encodeToString(noise)).commitAll("noise");
    fill();
  }

  @Test
  void tagsAndLinksToOtherRepositoriesAreAsTheyWere() {
    String other = "1234567890123456789012345678901234567890";
    source.git("update-index", "--add", "--cacheinfo", "160000," + other + ",module");
    source.git("commit", "--quiet", "--message", "a module");
    fill();
    follow();
    source.git("update-index", "--cacheinfo", "160000," + other.replace('1', '2') + ",module");
    source.git("commit", "--quiet", "--message", "another");
    source.git("tag", "--annotate", "--message", "first", "v1");
    source.git("tag", "--annotate", "--message", "of a tag", "v2", "v1");
    fill();
    long processes = kit.processes();
    GitFixture copy = cloned("--depth", "1", "--branch", "v2");
    assertComplete(copy, "main");
    assertThat(copy.git("rev-parse", "v2")).isEqualTo(source.git("rev-parse", "v2"));
    assertThat(copy.git("cat-file", "-t", "v1")).isEqualTo("tag");
    assertThat(kit.processes()).isEqualTo(processes);
  }

  @Test
  void aPackThatHasGoneIsDoneWithout() throws IOException {
    TipPack tip = follow();
    Files.delete(tip.file());
    source.commit(file(1), "changed\n");
    fill();
    assertComplete(cloned("--depth", "1"), "main");
  }

  @Test
  void clonesBesidePushesAndNewPacksAreComplete() throws Exception {
    follow();
    List<Callable<Boolean>> builds = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      String name = "build" + i;
      builds.add(() -> {
        for (int round = 0; round < 4; round++) {
          GitFixture copy = clone(name + "-" + round, "--depth", "1");
          assertThat(copy.git("fsck", "--full", "--strict", "--no-dangling")).isEmpty();
          assertThat(copy.git("status", "--porcelain")).isEmpty();
        }
        return true;
      });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(builds.size())) {
      List<Future<Boolean>> running = builds.stream().map(threads::submit).toList();
      for (int i = 0; running.stream().anyMatch(it -> !it.isDone()); i++) {
        if (i % 5 == 4) {
          source.git("rm", "--quiet", "-r", "--ignore-unmatch", "d" + i % 10, "n" + (i - 5) % 10);
        }
        source.write("n" + i % 10 + "/new" + i, "new\n").commitAll("more");
        fill();
      }
      for (Future<Boolean> build : running) {
        assertThat(build.get()).isTrue();
      }
    }
  }

  @Test
  void withoutRoomThereIsNone() throws IOException {
    CheckedFetch fetch = fetch("main");
    // Of the last the pack has room, but its index would take too much of the heap.
    for (int kilobytes : new int[] {0, 1, 200}) {
      DataSize size = DataSize.ofKilobytes(kilobytes);
      Path home = Files.createDirectories(directory.resolve("home" + size.toBytes()));
      Ending packs = packs(home, size);
      packs.start();
      packs.countMiss(fetch);
      packs.countMiss(fetch);
      packs.countMiss(fetch);
      packs.finish();
      assertThat(packs.of(kit.repository.id())).isEmpty();
      assertThat(files(home)).isEmpty();
    }
  }

  @Test
  void whatAnEarlierProcessHasLeftIsRemoved() throws IOException {
    Path home = directory.resolve("home");
    Path left = home.resolve("caches/tips/17/pack-1.pack");
    Files.createDirectories(left.getParent());
    Files.writeString(left, "half a pack");
    Ending packs = packs(home, DataSize.ofGigabytes(1));
    packs.start();
    assertThat(files(home)).isEmpty();
    packs.countMiss(fetch("main"));
    packs.countMiss(fetch("main"));
    packs.finish();
    assertThat(packs.of(kit.repository.id())).hasSize(1);
    assertThat(files(home)).isNotEmpty();
  }

  /** As repositories on a file server and caches on a node are. */
  @Test
  void liesOnAnotherDiskThanTheRepository() throws IOException {
    Path memory = Path.of("/dev/shm");
    assumeThat(memory).exists();
    assumeThat(Files.getFileStore(memory)).isNotEqualTo(Files.getFileStore(kit.directory()));
    Path home = Files.createTempDirectory(memory, "packhouse");
    try {
      Ending packs = packs(home, DataSize.ofMegabytes(100));
      packs.start();
      packs.countMiss(fetch("main"));
      packs.countMiss(fetch("main"));
      packs.finish();
      assertThat(packs.of(kit.repository.id())).hasSize(1);
    } finally {
      FileSystemUtils.deleteRecursively(home);
    }
  }

  private static final class Ending extends TipPacks {

    Ending(
        Homes homes,
        TipPackSettings settings,
        RepositoryDirectories directories,
        GitProcesses processes,
        Tickets tickets,
        MeterRegistry meters,
        Caches caches) {
      super(homes, settings, directories, processes, tickets, meters, caches);
    }

    /** When all is made. */
    void finish() {
      stopWithin(Duration.ofMinutes(1));
    }
  }

  private Ending packs(Path home, DataSize size) {
    return new Ending(
        new Homes(home, home),
        new TipPackSettings(size),
        kit.server.get(RepositoryDirectories.class),
        kit.server.get(GitProcesses.class),
        TestingTickets.unlimited(),
        meters,
        new Caches(meters));
  }

  private static List<Path> files(Path home) throws IOException {
    try (Stream<Path> all = Files.walk(home)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  /** Clones twice, each time something new, and waits for the pack that is made then. */
  private TipPack follow() {
    TipPacks packs = kit.server.get(TipPacks.class);
    List<TipPack> before = packs.of(kit.repository.id());
    for (int i = 0; i < 2; i++) {
      // Without what the cache would have: each asks for something else.
      packs.countMiss(fetch("main"));
    }
    await().until(() -> !packs.of(kit.repository.id()).equals(before));
    return packs.of(kit.repository.id()).getFirst();
  }

  private CheckedFetch fetch(String branch) {
    try {
      return new CheckedFetch(
          kit.repository.id(),
          "ada",
          kit.server.get(RefViews.class).now(kit.repository.id()),
          FetchKit.fetchRequest(
              "ofs-delta",
              "want " + ObjectId.fromString(source.git("rev-parse", branch)).name(),
              "deepen 1",
              "done"),
          CheckedFetch.Framing.V2);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] depthOne(String branch) {
    return kit.ask(
        ProtocolVersion.V2,
        FetchKit.command(
            "fetch",
            "no-progress",
            "ofs-delta",
            "want " + source.git("rev-parse", branch),
            "deepen 1",
            "done"));
  }

  /** How many a commit has. */
  private long objects(String branch) {
    return source.git("rev-list", "--objects", "-1", branch).lines().count();
  }

  private static boolean has(TipPack tip, String id) {
    try {
      return tip.has(ObjectId.fromString(id));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String stem(TipPack tip) {
    return tip.file().getFileName().toString().replace(".pack", "");
  }

  private static String file(int number) {
    return "d" + number % 10 + "/f" + number;
  }

  private void fill() {
    kit.fill(source);
    try {
      kit.server.get(Refs.class).reread(kit.repository.id());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private GitFixture cloned(String... options) {
    return clone("clone" + clones++, options);
  }

  private GitFixture clone(String name, String... options) {
    List<String> line = new ArrayList<>(List.of("clone", "--quiet"));
    line.addAll(List.of(options));
    line.addAll(List.of(kit.url(), name));
    client.git(line.toArray(String[]::new));
    return GitFixture.in(client.directory().resolve(name));
  }

  private void assertComplete(GitFixture copy, String branch) {
    assertThat(copy.git("fsck", "--full", "--strict", "--no-dangling")).isEmpty();
    assertThat(copy.git("status", "--porcelain")).isEmpty();
    assertThat(copy.git("rev-parse", "HEAD^{commit}"))
        .isEqualTo(source.git("rev-parse", branch + "^{commit}"));
    assertThat(copy.git("ls-tree", "-r", "HEAD")).isEqualTo(source.git("ls-tree", "-r", branch));
  }
}
