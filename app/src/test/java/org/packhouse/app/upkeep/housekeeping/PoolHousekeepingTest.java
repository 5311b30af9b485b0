package org.packhouse.app.upkeep.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.fork.ForkKit;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryTrash;
import org.packhouse.app.hosting.repository.size.RepositorySizes;
import org.packhouse.app.storage.objects.DurableFiles;
import org.packhouse.app.storage.objects.RepositoryStorage;
import org.packhouse.app.storage.process.GitProcesses;
import org.packhouse.app.testing.GitFixture;

/** Pools and their members, after housekeeping that forgets at once. */
class PoolHousekeepingTest {

  @TempDir private Path temporary;
  private ForkKit kit;
  private Housekeeping housekeeping;
  private PoolHousekeeping pools;

  @BeforeEach
  void makeAnOrigin() {
    kit = new ForkKit(temporary);
    housekeeping = kit.server.get(Housekeeping.class);
    pools = kit.server.get(PoolHousekeeping.class);
  }

  /** Packs a repository anew, years later, and removes what was replaced. */
  private void forget(Repository repository) throws IOException {
    Long poolId =
        Files.exists(kit.directory(repository).resolve("objects/info/alternates"))
            ? (Long) kit.poolId(repository)
            : null;
    forget(PackOwner.repository(repository.id(), poolId), kit.directory(repository));
  }

  private void forget(PackOwner owner, Path directory) throws IOException {
    HousekeepingSettings settings = kit.server.get(HousekeepingSettings.class);
    for (long years = 1; years < 4; years++) {
      Clock later = Clock.offset(Clock.systemUTC(), Duration.ofDays(365 * years));
      SupersededPacks superseded = superseded(later);
      new Repacking(kit.server.get(PackWriter.class), superseded, settings, later)
          .run(owner, directory, true);
      superseded(Clock.offset(later, Duration.ofHours(2)))
          .removeDue(owner, new PackDirectory(directory));
    }
  }

  private SupersededPacks superseded(Clock clock) {
    SupersededRows rows = kit.server.get(SupersededRows.class);
    ReachableObjects reachable = kit.server.get(ReachableObjects.class);
    HousekeepingSettings settings = kit.server.get(HousekeepingSettings.class);
    SupersededCheck check =
        new SupersededCheck(
            rows,
            kit.server.get(RepositoryStorage.class),
            reachable,
            settings,
            clock,
            kit.server.get(MeterRegistry.class));
    return new SupersededPacks(rows, check, reachable, settings, clock);
  }

  private void forgetPool() throws IOException {
    long id = kit.poolId(kit.origin);
    forget(PackOwner.pool(id), kit.pool(kit.origin));
  }

  private void age() {
    for (String table : List.of("superseded_pack", "superseded_pool_pack")) {
      kit.jdbc
          .sql("update %s set superseded_at = superseded_at - interval '2 hours'".formatted(table))
          .update();
    }
  }

  @Test
  void keepsAForkWholeThoughTheOriginDeletesTheBranchAndForgetsItAtOnce() throws IOException {
    String base = kit.push("main", "1");
    String topic = kit.push("topic", "2");
    Repository fork = kit.fork();
    kit.work.git("push", "--quiet", "origin", ":refs/heads/topic");
    kit.work.git("checkout", "--quiet", "--detach", base);
    kit.push("main", "other");
    assertThat(pools.run(kit.poolId(fork), true)).isTrue();
    forget(kit.origin);
    forgetPool();
    assertThat(kit.clone(fork).git("rev-parse", "topic")).isEqualTo(topic);
    kit.assertSound(fork);
    kit.assertSound(kit.origin);
  }

  @Test
  void leavesToTheOriginOnlyWhatThePoolHasNot() throws IOException {
    for (int i = 0; i < 5; i++) {
      kit.push("main", "before " + i);
    }
    kit.fork();
    assertThat(housekeeping.run(kit.origin.id(), false)).isTrue();
    age();
    assertThat(housekeeping.run(kit.origin.id(), false)).isTrue();
    assertThat(ForkKit.packs(kit.directory(kit.origin))).isEmpty();
    kit.push("main", "after 1");
    kit.push("main", "after 2");
    assertThat(housekeeping.run(kit.origin.id(), true)).isTrue();
    age();
    assertThat(housekeeping.run(kit.origin.id(), false)).isTrue();
    assertThat(new PackDirectory(kit.directory(kit.origin)).packs())
        .singleElement()
        .satisfies(pack -> {
          assertThat(pack.objects()).isEqualTo(6);
          assertThat(pack.bitmap()).isFalse();
          assertThat(pack.cruft()).isFalse();
        });
    assertThat(kit.git(kit.origin).git("commit-graph", "verify")).isEmpty();
    kit.assertSound(kit.origin);
  }

  @Test
  void letsNoClientHearThatThereAreSeveralBitmaps() throws IOException {
    for (int i = 0; i < 5; i++) {
      kit.push("main", "before " + i);
    }
    assertThat(housekeeping.run(kit.origin.id(), true)).isTrue();
    assertThat(bitmaps(kit.directory(kit.origin))).isOne();
    kit.fork();
    assertThat(bitmaps(kit.directory(kit.origin))).isZero();
    assertThat(bitmaps(kit.pool(kit.origin))).isOne();
    // What was replaced stays beside what replaced it for a while.
    kit.push("main", "after");
    assertThat(pools.run(kit.poolId(kit.origin), true)).isTrue();
    assertThat(bitmaps(kit.pool(kit.origin))).isEqualTo(2);
    for (String version : List.of("0", "2")) {
      GitFixture.Result clone =
          kit.work.run(
              "-c",
              "protocol.version=" + version,
              "clone",
              "--bare",
              "--progress",
              "--filter=blob:none",
              kit.url(kit.origin),
              temporary.resolve("without-blobs" + version).toString());
      assertThat(clone.exitCode()).as(clone.errors()).isZero();
      assertThat(clone.errors()).contains("remote: Enumerating objects").doesNotContain("warning");
    }
  }

  private static long bitmaps(Path repository) throws IOException {
    return new PackDirectory(repository)
        .packs().stream().filter(PackDirectory.Pack::bitmap).count();
  }

  @Test
  void rollsUpWhatAMemberHasOfItsOwn() throws IOException {
    kit.push("main", "0");
    Repository fork = kit.fork();
    for (int i = 0; i < 6; i++) {
      kit.work.commit("file", "own " + i);
      kit.work.git("push", "--quiet", kit.url(fork), "HEAD:refs/heads/main");
    }
    kit.jdbc
        .sql("update housekeeping set last_full_at = now() where repository_id = ?")
        .param(fork.id())
        .update();
    assertThat(housekeeping.run(fork.id(), false)).isTrue();
    age();
    assertThat(housekeeping.run(fork.id(), false)).isTrue();
    assertThat(new PackDirectory(kit.directory(fork)).packs()).hasSize(1);
    kit.assertSound(fork);
  }

  @Test
  void letsAForkBeClonedAsThePackOfThePoolWithoutAProcess() throws IOException {
    for (int i = 0; i < 6; i++) {
      kit.push("main", "push " + i);
    }
    Repository fork = kit.fork();
    assertThat(pools.run(kit.poolId(fork), false)).isTrue();
    age();
    assertThat(pools.run(kit.poolId(fork), false)).isTrue();
    kit.work.commit("file", "of the fork alone");
    kit.work.git("push", "--quiet", kit.url(fork), "HEAD:refs/heads/topic");
    GitProcesses processes = kit.server.get(GitProcesses.class);
    long before = processes.started();
    GitFixture copy = kit.clone(fork);
    assertThat(processes.started()).isEqualTo(before);
    assertThat(copy.git("fsck", "--full", "--strict")).isEmpty();
    assertThat(copy.git("rev-parse", "topic")).isEqualTo(kit.work.git("rev-parse", "HEAD"));
    assertThat(copy.git("rev-list", "--all", "--objects").lines()).hasSize(21);
  }

  @Test
  void givesThePoolOnePackWithABitmapAndACommitGraph() throws IOException {
    for (int i = 0; i < 6; i++) {
      kit.push("main", "push " + i);
    }
    Repository fork = kit.fork();
    long pool = kit.poolId(fork);
    assertThat(pools.run(pool, false)).isTrue();
    age();
    assertThat(pools.run(pool, false)).isTrue();
    PackDirectory packs = new PackDirectory(kit.pool(fork));
    assertThat(packs.packs())
        .singleElement()
        .satisfies(pack -> {
          assertThat(pack.bitmap()).isTrue();
          assertThat(pack.objects()).isEqualTo(18);
        });
    assertThat(kit.pool(fork).resolve("objects/info/commit-graph")).exists();
    kit.assertSound(fork);
  }

  @Test
  void keepsEverythingThatCameIntoThePoolThoughNobodyReachesItAnyMore() throws IOException {
    String base = kit.push("main", "1");
    String gone = kit.push("main", "gone");
    Repository fork = kit.fork();
    for (String url : List.of(kit.url(kit.origin), kit.url(fork))) {
      kit.work.git("push", "--quiet", "--force", url, base + ":refs/heads/main");
    }
    assertThat(pools.run(kit.poolId(fork), true)).isTrue();
    forgetPool();
    GitFixture pool = GitFixture.in(kit.pool(fork));
    assertThat(pool.git("cat-file", "-t", gone)).isEqualTo("commit");
  }

  @Test
  void servesTheCloneOfAForkFromTheBitmapOfThePoolWithoutAProcess() throws IOException {
    for (int i = 0; i < 4; i++) {
      kit.push("main", "push " + i);
    }
    Repository fork = kit.fork();
    pools.run(kit.poolId(fork), true);
    Path directory = kit.directory(fork);
    GitFixture git =
        GitFixture.in(directory)
            .with("GIT_DIR", directory.toString())
            .with("GIT_TRACE2_EVENT", "1");
    GitFixture.Result counted = git.run("rev-list", "--use-bitmap-index", "--test-bitmap", "main");
    assertThat(counted.exitCode()).as(counted.errors()).isZero();
    assertThat(counted.errors()).contains("Bitmap v1 test").contains("OK!");
    GitProcesses processes = kit.server.get(GitProcesses.class);
    long before = processes.started();
    GitFixture clone = kit.clone(fork);
    assertThat(processes.started() - before).isZero();
    clone.git("fsck", "--full");
  }

  @Test
  void bringsLaterForksWhatTheOriginHasGotSinceAndStillCopiesNothing() throws IOException {
    kit.push("main", "1");
    kit.fork();
    housekeeping.run(kit.origin.id(), true);
    pools.run(kit.poolId(kit.origin), true);
    age();
    housekeeping.run(kit.origin.id(), false);
    pools.run(kit.poolId(kit.origin), false);
    String later = kit.push("main", "2");
    Repository second = kit.fork();
    assertThat(kit.clone(second).git("rev-parse", "main")).isEqualTo(later);
    assertThat(ForkKit.packs(kit.directory(second))).isEmpty();
    kit.assertSound(second);
    kit.assertSound(kit.origin);
  }

  @Test
  void doesNotLinkAgainWhatThePoolHasReplaced() throws IOException {
    kit.push("main", "1");
    kit.push("main", "2");
    kit.fork();
    housekeeping.run(kit.origin.id(), true);
    pools.run(kit.poolId(kit.origin), true);
    age();
    pools.run(kit.poolId(kit.origin), false);
    assertThat(ForkKit.packs(kit.pool(kit.origin))).hasSize(1);
  }

  @Test
  void removesAPoolAWhileAfterItsLastMemberIsGoneForGood() throws IOException {
    kit.push("main", "1");
    Repository fork = kit.fork();
    Path pool = kit.pool(fork);
    long id = kit.poolId(fork);
    RepositoryTrash trash = kit.server.get(RepositoryTrash.class);
    for (Repository member : List.of(kit.origin, fork)) {
      trash.trash(member.id(), null);
      pools.removeUnused();
      assertThat(unusedSince(id)).isZero();
      trash.purge(member.id());
    }
    pools.removeUnused();
    assertThat(unusedSince(id)).isOne();
    assertThat(pool).exists();
    kit.jdbc
        .sql("update pool set unused_since = unused_since - interval '2 hours' where id = ?")
        .param(id)
        .update();
    Path stray =
        kit.server.get(RepositoryStorage.class).directory(987_654_321L).resolve("objects/info");
    Files.createDirectories(stray);
    Files.writeString(stray.resolve("alternates"), "../../../../pools/00/" + id + ".git/objects\n");
    pools.removeUnused();
    assertThat(pool).exists();
    DurableFiles.deleteRecursively(stray.resolve("../..").normalize());
    pools.removeUnused();
    assertThat(pool).doesNotExist();
    try (Stream<Path> left = Files.list(pool.getParent())) {
      assertThat(left).noneMatch(file -> file.getFileName().toString().startsWith(id + ".git"));
    }
  }

  private long unusedSince(long pool) {
    return kit.jdbc
        .sql("select count(*) from pool where id = ? and unused_since is not null")
        .param(pool)
        .query(Long.class)
        .single();
  }

  @Test
  void isDueAtOnceWhenAPoolIsNewAndLaterAfterADay() throws IOException {
    kit.push("main", "1");
    kit.fork();
    PoolHousekeepingRows rows = kit.server.get(PoolHousekeepingRows.class);
    SupersededPacks superseded = kit.server.get(SupersededPacks.class);
    long pool = kit.poolId(kit.origin);
    assertThat(rows.due(superseded.unreadBefore())).contains(pool);
    pools.run(pool, false);
    kit.push("main", "2");
    kit.fork();
    assertThat(rows.due(superseded.unreadBefore())).doesNotContain(pool);
    kit.jdbc
        .sql(
            "update pool_housekeeping set last_repack_at = last_repack_at - interval '25 hours'"
                + " where pool_id = ?")
        .param(pool)
        .update();
    assertThat(rows.due(superseded.unreadBefore())).contains(pool);
  }

  @Test
  void countsWhatAMemberHasOfItsOwnOnly() throws IOException {
    kit.work.write("large", "x".repeat(100) + "\n" + java.util.Collections.nCopies(20_000, "y"));
    kit.push("main", "1");
    Repository fork = kit.fork();
    RepositorySizes sizes = kit.server.get(RepositorySizes.class);
    assertThat(sizes.measure(fork.id())).isLessThan(10_000);
    housekeeping.run(kit.origin.id(), true);
    age();
    housekeeping.run(kit.origin.id(), false);
    assertThat(sizes.measure(kit.origin.id())).isLessThan(10_000);
    assertThat(sizes.pool(fork.id()).orElseThrow()).isPositive();
  }
}
