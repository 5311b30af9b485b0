package org.packhouse.app.upkeep.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryChange;
import org.packhouse.app.hosting.repository.RepositoryChanges;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingEvents;
import org.packhouse.app.testing.TestingRest;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.app.upkeep.housekeeping.PackDirectory.Pack;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.Leases.Lease;
import org.packhouse.hooks.Actor;
import org.packhouse.hooks.RefsMoved;
import org.springframework.jdbc.core.simple.JdbcClient;

class HousekeepingTest {

  private final TestingServer server = TestingServer.shared();
  private final Housekeeping housekeeping = server.get(Housekeeping.class);
  private final JdbcClient jdbc = server.get(JdbcClient.class);
  @TempDir Path temporary;
  private HousekeepingKit kit;
  private Repository repository;
  private Path directory;
  private PackOwner owner;
  private PackDirectory packs;
  private GitFixture stored;
  private GitFixture work;

  @BeforeEach
  void makeARepository() {
    kit = new HousekeepingKit(server, temporary);
    repository = kit.repository;
    directory = kit.directory;
    owner = kit.owner;
    packs = kit.packs;
    stored = kit.stored;
    work = kit.work;
  }

  @Test
  void packsPushesTogetherWithABitmapAndACommitGraph() throws IOException {
    kit.push(6);
    assertThat(packs.packs()).hasSize(6);
    assertThat(housekeeping.run(repository.id(), false)).isTrue();
    assertThat(packs.packs()).hasSize(7).anyMatch(Pack::bitmap);
    kit.age();
    assertThat(housekeeping.run(repository.id(), false)).isTrue();
    assertThat(packs.packs()).hasSize(1);
    assertThat(directory.resolve("objects/info/commit-graph")).exists();
    assertThat(directory.resolve("packed-refs")).content().contains("refs/heads/main");
    assertThat(directory.resolve("refs/heads/main")).doesNotExist();
    assertThat(stored.git("rev-parse", "main")).isEqualTo(work.git("rev-parse", "HEAD"));
    assertThat(stored.git("commit-graph", "verify")).isEmpty();
    kit.assertSound();
  }

  @Test
  void rollsUpSmallPacksAndLeavesTheLargeOneAlone() throws IOException {
    for (int i = 0; i < 60; i++) {
      work.write("many/file" + i, "content " + i);
    }
    work.commitAll("many");
    work.git("push", "--quiet", "origin", "HEAD:refs/heads/main");
    housekeeping.run(repository.id(), false);
    kit.age();
    housekeeping.run(repository.id(), false);
    String large = packs.packs().getFirst().name();
    kit.push(5);
    housekeeping.run(repository.id(), false);
    kit.age();
    housekeeping.run(repository.id(), false);
    assertThat(packs.packs()).hasSizeBetween(2, 3).anyMatch(pack -> pack.name().equals(large));
    kit.assertSound();
  }

  @Test
  void writesTheCommitGraphWhenMuchHasComeOrAllIsPackedAnew() throws IOException {
    pushFiles("base", 4000);
    housekeeping.run(repository.id(), true);
    kit.age();
    housekeeping.run(repository.id(), false);
    Path graph = directory.resolve("objects/info/commit-graph");
    FileTime first = Files.getLastModifiedTime(graph);
    kit.push(3);
    housekeeping.run(repository.id(), false);
    assertThat(Files.getLastModifiedTime(graph)).as("after nine objects").isEqualTo(first);
    pushFiles("more", 1000);
    housekeeping.run(repository.id(), false);
    assertThat(Files.getLastModifiedTime(graph)).as("after a thousand").isGreaterThan(first);
    byte[] before = Files.readAllBytes(graph);
    work.git("push", "--quiet", "--force", "origin", "HEAD~1:refs/heads/main");
    kit.age();
    housekeeping.run(repository.id(), true);
    assertThat(Files.readAllBytes(graph)).as("of all that is left").isNotEqualTo(before);
    assertThat(stored.git("commit-graph", "verify")).isEmpty();
  }

  @Test
  @Tag("full")
  @Tag("housekeeping")
  void keepsPacksFewOverAHundredPushes() throws IOException {
    for (int round = 0; round < 5; round++) {
      kit.push(20);
      housekeeping.run(repository.id(), false);
      kit.age();
    }
    housekeeping.run(repository.id(), false);
    assertThat(packs.packs()).hasSizeLessThan(12);
    assertThat(stored.git("rev-list", "--count", "main")).isEqualTo("100");
    kit.assertSound();
  }

  private void pushFiles(String directoryName, int count) {
    for (int i = 0; i < count; i++) {
      work.write(directoryName + "/file" + i, directoryName + i);
    }
    work.commitAll(directoryName);
    work.git("push", "--quiet", "origin", "HEAD:refs/heads/main");
  }

  @Test
  void isDueAfterEnoughPushesAndNotBefore() {
    HousekeepingRows rows = server.get(HousekeepingRows.class);
    SupersededPacks superseded = server.get(SupersededPacks.class);
    RefsMoved event = TestingEvents.push(repository.id(), new Actor(null, "test"));
    for (int i = 0; i < 19; i++) {
      rows.refsMoved(event);
    }
    assertThat(rows.due(superseded.unreadBefore())).doesNotContain(repository.id());
    rows.refsMoved(event);
    assertThat(rows.due(superseded.unreadBefore())).contains(repository.id());
    housekeeping.run(repository.id(), false);
    assertThat(rows.due(superseded.unreadBefore())).doesNotContain(repository.id());
  }

  @Test
  void isDueAtTheFirstPushOfALargeRepository() {
    HousekeepingRows rows = server.get(HousekeepingRows.class);
    SupersededPacks superseded = server.get(SupersededPacks.class);
    RefsMoved event = TestingEvents.push(repository.id(), new Actor(null, "test"));
    server
        .get(JdbcClient.class)
        .sql(
            """
            insert into repository_size (repository_id, bytes, measured_at) values (?, 1048576, now())
            on conflict (repository_id) do update set bytes = excluded.bytes
            """)
        .param(repository.id())
        .update();
    rows.refsMoved(event);
    assertThat(rows.due(superseded.unreadBefore())).contains(repository.id());
    housekeeping.run(repository.id(), false);
    rows.refsMoved(event);
    assertThat(rows.due(superseded.unreadBefore())).doesNotContain(repository.id());
  }

  @Test
  void removesNoFileThatAnOperationMayBeReading() throws IOException {
    kit.push(4);
    Set<String> before = files();
    housekeeping.run(repository.id(), true);
    kit.push(1);
    housekeeping.run(repository.id(), true);
    assertThat(files()).containsAll(before);
  }

  @Test
  void leavesAReaderInProcessUnharmedEvenWhenReplacedPacksGo() throws IOException {
    kit.push(8);
    try (var git = server.get(RepositoryDirectories.class).open(repository.id());
        RevWalk walk = new RevWalk(git)) {
      walk.markStart(walk.parseCommit(git.resolve("refs/heads/main")));
      assertThat(walk.next()).isNotNull();
      housekeeping.run(repository.id(), true);
      kit.age();
      housekeeping.run(repository.id(), false);
      int seen = 1;
      for (RevCommit commit = walk.next(); commit != null; commit = walk.next()) {
        try (TreeWalk tree = new TreeWalk(git)) {
          tree.addTree(commit.getTree());
          while (tree.next()) {
            assertThat(git.open(tree.getObjectId(0)).getBytes()).isNotNull();
          }
        }
        seen++;
      }
      assertThat(seen).isEqualTo(8);
    }
  }

  @Test
  void letsClonesAndPushesGoOnMeanwhile() throws Exception {
    kit.push(3);
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      Future<Integer> rounds =
          threads.submit(() -> {
            int count = 0;
            while (!done.get() || count == 0) {
              assertThat(housekeeping.run(repository.id(), count % 2 == 0)).isTrue();
              count++;
            }
            return count;
          });
      try {
        for (int i = 0; i < 4; i++) {
          kit.push(2);
          Path copy = temporary.resolve("copy" + i);
          GitFixture.Result clone =
              work.run("clone", "--quiet", server.cloneUrl(repository), copy.toString());
          assertThat(clone.exitCode()).as(clone.errors()).isZero();
        }
      } finally {
        done.set(true);
      }
      assertThat(rounds.get()).isPositive();
    }
    kit.age();
    housekeeping.run(repository.id(), false);
    assertThat(stored.git("rev-parse", "main")).isEqualTo(work.git("rev-parse", "HEAD"));
    kit.assertSound();
  }

  @Test
  void losesNoRefThatMovesWhileRefsArePacked() throws Exception {
    kit.push(1);
    String head = work.git("rev-parse", "HEAD");
    TestingRest admin = TestingRest.admin(server);
    String place = "projects/" + repository.project().key() + "/repos/" + repository.slug();
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      Future<Integer> packing =
          threads.submit(() -> {
            int count = 0;
            while (!done.get() || count == 0) {
              stored.git("pack-refs", "--all", "--prune");
              count++;
            }
            return count;
          });
      try {
        for (int i = 0; i < 40; i++) {
          String name = "feature/x" + i % 3 + "/y";
          var made =
              admin.post(
                  place + "/branches", "{'name':'%s','startPoint':'%s'}".formatted(name, head));
          assertThat(made.status()).as(made.response().body()).isEqualTo(200);
          var gone =
              admin.send(
                  "DELETE",
                  "/rest/branch-utils/1.0/" + place + "/branches",
                  "{'name':'%s'}".formatted(name));
          assertThat(gone.status()).as(gone.response().body()).isEqualTo(204);
          var kept =
              admin.post(
                  place + "/branches", "{'name':'kept/%d/z','startPoint':'%s'}".formatted(i, head));
          assertThat(kept.status()).as(kept.response().body()).isEqualTo(200);
        }
      } finally {
        done.set(true);
      }
      assertThat(packing.get()).isPositive();
    }
    assertThat(stored.git("for-each-ref", "--format=%(refname)").lines())
        .hasSize(41)
        .noneMatch(ref -> ref.contains("feature/"));
  }

  @Test
  void keepsWhatNothingRefersToForTwoWeeks() throws IOException {
    kit.push(2);
    work.git("checkout", "--quiet", "-b", "side");
    String lost = work.commit("side", "to be deleted");
    work.git("push", "--quiet", "origin", "side");
    work.git("push", "--quiet", "origin", ":side");
    stored.execute(
        List.of(
            "find",
            "objects/pack",
            "-name",
            "*.pack",
            "-exec",
            "touch",
            "-d",
            "2020-01-01",
            "{}",
            "+"),
        new byte[0]);
    housekeeping.run(repository.id(), true);
    kit.age();
    housekeeping.run(repository.id(), true);
    assertThat(packs.packs()).anyMatch(Pack::cruft);
    assertThat(stored.run("cat-file", "-e", lost).exitCode()).isZero();

    pass(Duration.ofDays(13));
    assertThat(stored.run("cat-file", "-e", lost).exitCode()).isZero();
    pass(Duration.ofDays(15));
    assertThat(stored.run("cat-file", "-e", lost).exitCode()).isNotZero();
    kit.assertSound();
  }

  /** Packs everything as if it were later, and removes what was replaced. */
  private void pass(Duration time) throws IOException {
    HousekeepingSettings settings = server.get(HousekeepingSettings.class);
    Clock later = Clock.offset(Clock.systemUTC(), time);
    SupersededPacks superseded = superseded(later);
    new Repacking(server.get(PackWriter.class), superseded, settings, later)
        .run(owner, directory, true);
    // What has expired is set aside first, and goes when nobody can have seen it.
    superseded(Clock.offset(later, Duration.ofHours(2))).removeDue(owner, packs);
    superseded(Clock.offset(later, Duration.ofHours(4))).removeDue(owner, packs);
  }

  private SupersededPacks superseded(Clock clock) {
    SupersededRows rows = server.get(SupersededRows.class);
    ReachableObjects reachable = server.get(ReachableObjects.class);
    HousekeepingSettings settings = server.get(HousekeepingSettings.class);
    SupersededCheck check =
        new SupersededCheck(
            rows,
            server.get(RepositoryStorage.class),
            reachable,
            settings,
            clock,
            server.get(MeterRegistry.class));
    return new SupersededPacks(rows, check, reachable, settings, clock);
  }

  @Test
  void keepsAPackThatCameAgainUnderTheNameOfAReplacedOne() throws IOException {
    kit.push(3);
    List<Pack> before = packs.packs();
    housekeeping.run(repository.id(), true);
    Pack again = before.getFirst();
    Files.setLastModifiedTime(
        packs.path().resolve(again.name() + ".pack"), FileTime.from(Instant.now().plusSeconds(9)));
    kit.age();
    housekeeping.run(repository.id(), false);
    assertThat(packs.packs().stream().map(Pack::name))
        .contains(again.name())
        .doesNotContain(before.getLast().name());
    assertThat(server.get(SupersededPacks.class).names(owner)).doesNotContain(again.name());
    kit.assertSound();
  }

  @Test
  void takesThePackThatItWritesOffTheListOfReplacedOnes() throws IOException {
    kit.push(2);
    housekeeping.run(repository.id(), true);
    String whole = packs.packs().stream().filter(Pack::bitmap).findFirst().orElseThrow().name();
    kit.push(1);
    housekeeping.run(repository.id(), true);
    assertThat(server.get(SupersededPacks.class).names(owner)).contains(whole);
    work.git("push", "--quiet", "--force", "origin", "HEAD~1:refs/heads/main");
    housekeeping.run(repository.id(), true);
    kit.age();
    housekeeping.run(repository.id(), false);
    kit.assertSound();
  }

  @Test
  void forgetsOldMovesButTheLastOfEachRef() {
    kit.push(3);
    jdbc.sql("update ref_move set moved_at = now() - interval '31 days' where repository_id = ?")
        .param(repository.id())
        .update();
    housekeeping.run(repository.id(), false);
    assertThat(
            jdbc.sql(
                    "select new_value from ref_move"
                        + " where repository_id = ? and ref_name = 'refs/heads/main'")
                .param(repository.id())
                .query(String.class)
                .list())
        .containsExactly(work.git("rev-parse", "HEAD"));
  }

  @Test
  void sweepsWhatDeadCommandsLeftAndNothingYounger() throws IOException {
    Path old = Files.writeString(packs.path().resolve("tmp_pack_old"), "x");
    Path young = Files.writeString(packs.path().resolve("tmp_pack_young"), "x");
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(25))));
    housekeeping.run(repository.id(), false);
    assertThat(old).doesNotExist();
    assertThat(young).exists();
    try (Stream<Path> files = Files.list(packs.path())) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void waitsAfterAFailure() throws IOException {
    kit.push(1);
    Files.writeString(directory.resolve("config"), "[alias]\n\tx = !false\n");
    assertThat(housekeeping.run(repository.id(), false)).isFalse();
    assertThat(
            jdbc.sql(
                    "select failures = 1 and not_before > now() from housekeeping"
                        + " where repository_id = ?")
                .param(repository.id())
                .query(Boolean.class)
                .single())
        .isTrue();
  }

  @Test
  void refusesAPushBeyondTheQuotaAndTakesDeletions() throws IOException {
    kit.push(1);
    work.git("push", "--quiet", "origin", "HEAD:refs/heads/other");
    RepositoryChanges changes = server.get(RepositoryChanges.class);
    changes.update(repository.id(), RepositoryChange.quota(100_000));
    byte[] noise = new byte[200_000];
    new java.util.Random(1).nextBytes(noise);
    Files.write(work.directory().resolve("noise"), noise);
    work.commitAll("too much");
    GitFixture.Result refused = work.run("push", "origin", "HEAD:refs/heads/main");
    assertThat(refused.exitCode()).isNotZero();
    assertThat(refused.errors()).contains("quota exceeded", "may hold 97 KB", "this push brings");
    assertThat(work.run("push", "origin", ":refs/heads/other").exitCode()).isZero();
    changes.update(repository.id(), RepositoryChange.quota(0));
    assertThat(work.run("push", "origin", "HEAD:refs/heads/main").exitCode()).isZero();
  }

  private Set<String> files() throws IOException {
    try (Stream<Path> files = Files.list(packs.path())) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  @Test
  void doesNothingWhileAnotherProcessIsAtIt() {
    Duration minute = Duration.ofMinutes(1);
    try (Lease lease =
        server.get(Leases.class).acquire("housekeeping/" + repository.id(), minute).orElseThrow()) {
      assertThat(housekeeping.run(repository.id(), true)).isFalse();
      assertThat(lease.renew(minute)).isTrue();
    }
    assertThat(housekeeping.run(repository.id(), true)).isTrue();
    assertThat(housekeeping.run(Long.MAX_VALUE, true)).isFalse();
  }
}
