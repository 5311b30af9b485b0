package org.packhouse.app.storage.objects;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Repository;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.node.SharedHomeBulkhead;
import org.packhouse.app.platform.node.SharedHomeProbe;
import org.packhouse.app.testing.GitFixture;

class PoolsTest {

  private static final long ORIGIN = 1;
  private static final long FORK = 300;
  private static final long POOL = 7;

  @TempDir private Path home;
  private RepositoryStorage storage;
  private RepositoryDirectories directories;
  private Pools pools;
  private GitFixture work;

  @BeforeEach
  void makeRepositories() throws IOException {
    storage = new RepositoryStorage(new Homes(home, home.resolve("shared")));
    directories =
        new RepositoryDirectories(
            storage,
            new SharedHomeBulkhead(new SharedHomeProbe(home)),
            Clock.systemUTC(),
            _ -> {},
            new Caches(new SimpleMeterRegistry()));
    pools = new Pools(storage);
    directories.create(ORIGIN, "main");
    directories.create(FORK, "main");
    work = GitFixture.workTree(home.resolve("work"));
  }

  private String push(String text) {
    String commit = work.commit("file", text);
    work.git("push", "--quiet", storage.directory(ORIGIN).toString(), "HEAD:refs/heads/main");
    GitFixture.in(storage.directory(ORIGIN)).git("repack", "-d", "-q");
    return commit;
  }

  private List<Path> packs(Path repository) throws IOException {
    try (Stream<Path> files = Files.list(repository.resolve("objects/pack"))) {
      return files.filter(file -> file.toString().endsWith(".pack")).sorted().toList();
    }
  }

  @Test
  void linksPacksIntoThePoolOnce() throws IOException {
    push("one");
    push("two");
    pools.create(POOL);
    assertThat(pools.lend(ORIGIN, POOL, Set.of(), Map.of()).brought()).isEqualTo(2);
    assertThat(pools.lend(ORIGIN, POOL, Set.of(), Map.of()).brought()).isZero();
    Path pool = pools.check(POOL);
    assertThat(pool).hasToString(home + "/shared/pools/07/7.git");
    for (Path pack : packs(storage.directory(ORIGIN))) {
      Path linked = pool.resolve("objects/pack").resolve(pack.getFileName());
      assertThat(Files.isSameFile(pack, linked)).isTrue();
    }
  }

  @Test
  void leavesOutPacksThatAreSupersededUnlessTheyHaveComeAgain() throws IOException {
    push("one");
    Path pack = packs(storage.directory(ORIGIN)).getFirst();
    String name = pack.getFileName().toString().replace(".pack", "");
    long modifiedAt = Files.getLastModifiedTime(pack).toMillis();
    pools.create(POOL);
    Pools.Lent none = pools.lend(ORIGIN, POOL, Set.of(), Map.of(name, modifiedAt));
    assertThat(none).isEqualTo(new Pools.Lent(Set.of(), 0));
    Pools.Lent again = pools.lend(ORIGIN, POOL, Set.of(), Map.of(name, modifiedAt - 1));
    assertThat(again).isEqualTo(new Pools.Lent(Set.of(name), 1));
  }

  @Test
  void doesNotBringAgainWhatThePoolHasPutElsewhere() throws IOException {
    push("one");
    pools.create(POOL);
    Pools.Lent first = pools.lend(ORIGIN, POOL, Set.of(), Map.of());
    for (Path file : packs(pools.check(POOL))) {
      Files.delete(file);
      Files.delete(Path.of(file.toString().replace(".pack", ".idx")));
    }
    assertThat(pools.lend(ORIGIN, POOL, first.names(), Map.of()))
        .isEqualTo(new Pools.Lent(first.names(), 0));
    assertThat(packs(pools.check(POOL))).isEmpty();
  }

  @Test
  void letsMembersReadWhatIsInThePoolThroughGitAndInProcess() throws IOException {
    String commit = push("one");
    pools.create(POOL);
    pools.lend(ORIGIN, POOL, Set.of(), Map.of());
    pools.join(FORK, POOL);
    assertThat(storage.directory(FORK).resolve("objects/info/alternates"))
        .hasContent("../../../../pools/07/7.git/objects");
    assertThat(directories.pool(FORK)).isEqualTo(POOL);
    assertThat(directories.pool(ORIGIN)).isNull();
    GitFixture fork = GitFixture.in(storage.directory(FORK));
    assertThat(fork.git("cat-file", "-t", commit)).isEqualTo("commit");
    try (Repository repository = directories.open(FORK)) {
      assertThat(repository.getObjectDatabase().has(ObjectId.fromString(commit))).isTrue();
    }
  }

  @Test
  void showsThePoolToWhatWasOpenedBeforeTheRepositoryJoined() throws IOException {
    String commit = push("one");
    try (Repository before = directories.open(FORK)) {
      assertThat(before.getObjectDatabase().has(ObjectId.fromString(commit))).isFalse();
      pools.create(POOL);
      pools.lend(ORIGIN, POOL, Set.of(), Map.of());
      pools.join(FORK, POOL);
      try (Repository after = directories.open(FORK)) {
        assertThat(after.getObjectDatabase().has(ObjectId.fromString(commit))).isTrue();
      }
    }
  }

  @Test
  void usesTheBitmapAndTheCommitGraphOfThePoolInProcess() throws IOException {
    push("one");
    push("two");
    pools.create(POOL);
    pools.lend(ORIGIN, POOL, Set.of(), Map.of());
    pools.join(FORK, POOL);
    GitFixture pool = GitFixture.in(pools.check(POOL));
    pool.git("update-ref", "refs/heads/main", work.git("rev-parse", "HEAD"));
    pool.git("repack", "-a", "-b", "-q");
    pool.git("commit-graph", "write", "--reachable", "--no-progress");
    try (Repository repository = directories.open(FORK);
        ObjectReader reader = repository.newObjectReader()) {
      assertThat(reader.getBitmapIndex()).isNotNull();
      assertThat(reader.getCommitGraph()).isPresent();
    }
  }

  @Test
  void makesAPoolOnceThoughTwoAskAtOnce() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      Callable<Void> making =
          () -> {
            pools.create(POOL);
            pools.join(FORK, POOL);
            return null;
          };
      for (Future<Void> made : threads.invokeAll(java.util.Collections.nCopies(8, making))) {
        made.get();
      }
    }
    try (Stream<Path> files = Files.list(pools.check(POOL).getParent())) {
      assertThat(files).hasSize(1);
    }
    assertThat(directories.pool(FORK)).isEqualTo(POOL);
  }

  @Test
  void removesAPoolAndCountsItsBytes() throws IOException {
    push("one");
    pools.create(POOL);
    long empty = pools.measure(POOL);
    pools.lend(ORIGIN, POOL, Set.of(), Map.of());
    assertThat(pools.measure(POOL)).isGreaterThan(empty);
    pools.delete(POOL);
    pools.delete(POOL);
    assertThat(storage.poolDirectory(POOL)).doesNotExist();
    assertThat(packs(storage.directory(ORIGIN))).hasSize(1);
  }
}
