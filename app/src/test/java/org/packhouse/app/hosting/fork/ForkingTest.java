package org.packhouse.app.hosting.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.RepositoryState;
import org.packhouse.app.hosting.repository.RepositoryTrash;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.testing.GitFixture;

/** Forks on disk, as real git sees them. */
class ForkingTest {

  @TempDir private Path temporary;
  private ForkKit kit;

  @BeforeEach
  void makeAnOrigin() {
    kit = new ForkKit(temporary);
  }

  @Test
  void hasTheOriginsBranchesAndTagsAndNoPackOfItsOwn() throws IOException {
    kit.push("main", "1");
    kit.push("topic", "2");
    kit.work.git("tag", "-a", "-m", "first", "v1");
    kit.work.git("push", "--quiet", "origin", "v1");
    Repository fork = kit.fork();
    assertThat(fork.state()).isEqualTo(RepositoryState.AVAILABLE);
    assertThat(fork.originId()).isEqualTo(kit.origin.id());
    assertThat(fork.hierarchyId()).isEqualTo(kit.origin.hierarchyId());
    assertThat(kit.clone(fork).git("show-ref")).isEqualTo(kit.clone(kit.origin).git("show-ref"));
    assertThat(ForkKit.packs(kit.directory(fork))).isEmpty();
    kit.assertSound(fork);
    kit.assertSound(kit.origin);
  }

  @Test
  void forksAnEmptyRepositoryThatIsPushedToLater() throws IOException {
    Repository fork = kit.fork();
    kit.work.commit("file", "1");
    kit.work.git("push", "--quiet", kit.url(fork), "HEAD:refs/heads/main");
    kit.assertSound(fork);
    assertThat(kit.git(kit.origin).git("for-each-ref")).isEmpty();
  }

  @Test
  void leavesPushesToTheForkInTheFork() throws IOException {
    kit.push("main", "1");
    Repository fork = kit.fork();
    String own = kit.work.commit("file", "own");
    kit.work.git("push", "--quiet", kit.url(fork), "HEAD:refs/heads/own");
    assertThat(ForkKit.packs(kit.directory(fork))).hasSize(1);
    assertThat(kit.git(kit.origin).run("cat-file", "-t", own).exitCode()).isNotZero();
    kit.assertSound(fork);
  }

  @Test
  void sharesOnePoolInANetworkWhoeverIsForked() throws IOException {
    kit.push("main", "1");
    Repository fork = kit.fork();
    String own = kit.work.commit("file", "own");
    kit.work.git("push", "--quiet", kit.url(fork), "HEAD:refs/heads/main");
    Repository second = kit.fork(fork);
    assertThat(second.originId()).isEqualTo(fork.id());
    assertThat(kit.pool(second)).isEqualTo(kit.pool(kit.origin));
    assertThat(kit.clone(second).git("rev-parse", "main")).isEqualTo(own);
    kit.assertSound(second);
  }

  @Test
  void outlivesItsOriginAndTakesPushes() throws IOException {
    kit.push("main", "1");
    Repository fork = kit.fork();
    RepositoryTrash trash = kit.server.get(RepositoryTrash.class);
    trash.trash(kit.origin.id(), null);
    trash.purge(kit.origin.id());
    assertThat(kit.directory(kit.origin)).doesNotExist();
    String later = kit.work.commit("file", "2");
    kit.work.git("push", "--quiet", kit.url(fork), "HEAD:refs/heads/main");
    assertThat(kit.clone(fork).git("rev-parse", "main")).isEqualTo(later);
    assertThat(kit.again(fork).originId()).isNull();
    kit.assertSound(fork);
  }

  @Test
  void isMadeTwentyTimesAtOnceWithOnePool() throws Exception {
    kit.push("main", "1");
    List<Repository> forks = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      Callable<Repository> forking = () -> kit.fork();
      for (Future<Repository> fork : threads.invokeAll(Collections.nCopies(20, forking))) {
        forks.add(fork.get());
      }
    }
    assertThat(forks).extracting(kit::pool).containsOnly(kit.pool(kit.origin));
    kit.assertSound(forks.getFirst());
    kit.assertSound(forks.getLast());
  }

  @Test
  void hasAllThatItsRefsNeedThoughTheOriginIsPushedToMeanwhile() throws Exception {
    kit.push("main", "0");
    AtomicBoolean done = new AtomicBoolean();
    List<Repository> forks = new ArrayList<>();
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<?> pushing =
          threads.submit(() -> {
            for (int i = 0; !done.get(); i++) {
              kit.push("main", "push " + i);
            }
          });
      try {
        for (int i = 0; i < 5; i++) {
          forks.add(kit.fork());
        }
      } finally {
        done.set(true);
        pushing.get();
      }
    }
    for (Repository fork : forks) {
      kit.assertSound(fork);
    }
  }

  @Test
  void readsWhatAProcessOpenedBeforeItsOriginHadAPool() throws IOException {
    String commit = kit.push("main", "1");
    try (org.eclipse.jgit.lib.Repository before =
        kit.server.get(RepositoryDirectories.class).open(kit.origin.id())) {
      kit.fork();
      assertThat(before.resolve(commit)).isNotNull();
    }
    for (Path pack : ForkKit.packs(kit.directory(kit.origin))) {
      String name = pack.getFileName().toString().replace(".pack", "");
      for (String extension : List.of(".idx", ".pack", ".rev")) {
        Files.deleteIfExists(pack.resolveSibling(name + extension));
      }
    }
    assertThat(kit.clone(kit.origin).git("rev-parse", "main")).isEqualTo(commit);
    String next = kit.push("main", "2");
    assertThat(kit.clone(kit.origin).git("rev-parse", "main")).isEqualTo(next);
  }

  @Test
  void neverShowsAClientTheRefsOfOtherMembers() throws IOException {
    String base = kit.push("main", "1");
    Repository fork = kit.fork();
    kit.push("secret", "2");
    kit.work.git("fetch", "--quiet", kit.url(fork));
    kit.work.git("checkout", "--quiet", "--detach", base);
    kit.work.commit("other", "3");
    GitFixture traced = kit.work.with("GIT_TRACE_PACKET", "1");
    GitFixture.Result push = traced.run("push", kit.url(fork), "HEAD:refs/heads/mine");
    assertThat(push.exitCode()).as(push.errors()).isZero();
    assertThat(push.errors()).doesNotContain(".have");
  }

  @Test
  void finishesForksThatAStoppedServerHasLeftAtAnyStep() throws IOException {
    kit.push("main", "1");
    ForkNetwork network = kit.server.get(ForkNetwork.class);
    PoolRows rows = kit.server.get(PoolRows.class);
    RepositoryDirectories directories = kit.server.get(RepositoryDirectories.class);
    for (int step = 0; step < 5; step++) {
      Repository begun = begin("left" + step);
      if (step > 0) {
        long pool = rows.enter(kit.origin.id(), begun.id()).orElseThrow();
        if (step > 1) {
          network.found(kit.origin.id(), pool);
        }
        if (step > 2) {
          directories.create(begun.id(), "main");
        }
        if (step > 3) {
          network.join(begun.id(), pool);
        }
      }
      assertThat(kit.server.get(ForkFilling.class).resume(begun)).isTrue();
      assertThat(kit.again(begun).state()).isEqualTo(RepositoryState.AVAILABLE);
      kit.assertSound(begun);
      assertThat(kit.server.get(ForkFilling.class).resume(begun)).isTrue();
      kit.assertSound(begun);
    }
    kit.assertSound(kit.origin);
  }

  private Repository begin(String name) {
    return kit.server
        .get(org.packhouse.app.hosting.repository.RepositoryCreation.class)
        .begin(
            kit.origin.project(),
            org.packhouse.app.hosting.repository.NewRepository.named(name),
            kit.origin,
            null);
  }

  @Test
  void leavesRepositoriesThatAreNoForksToOthers() {
    assertThat(kit.server.get(ForkFilling.class).resume(kit.origin)).isFalse();
  }

  @Test
  void comesBackFromTheTrashWithItsPool() throws IOException {
    kit.push("main", "1");
    Repository fork = kit.fork();
    RepositoryTrash trash = kit.server.get(RepositoryTrash.class);
    trash.trash(fork.id(), null);
    trash.restore(fork.id(), null, null);
    kit.assertSound(fork);
  }
}
