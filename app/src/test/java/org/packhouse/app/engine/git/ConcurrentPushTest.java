package org.packhouse.app.engine.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingServer;

class ConcurrentPushTest {

  private static final int CLIENTS = 20;

  @TempDir private Path directory;
  private Pushing pushing;
  private GitFixture work;

  @BeforeEach
  void pushAFirstCommit() {
    pushing = new Pushing(TestingServer.shared(), directory);
    work = pushing.workTree("work");
    work.commit("base.txt", "base\n");
    work.git("push", "origin", "main");
  }

  /** One commit for each client, all on the same parent. */
  private List<String> siblings() {
    List<String> commits = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      work.git("checkout", "--quiet", "-B", "client-" + i, "main");
      commits.add(work.commit("client.txt", i + "\n"));
    }
    return commits;
  }

  private List<GitFixture.Result> pushAll(List<String> refspecs) {
    try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      return refspecs.stream()
          .map(refspec ->
              CompletableFuture.supplyAsync(
                  () -> GitFixture.in(work.directory()).run("push", pushing.url(), refspec),
                  clients))
          .toList()
          .stream()
          .map(CompletableFuture::join)
          .toList();
    }
  }

  @Test
  void letsOneOfManyPushesToABranchWin() {
    List<String> commits = siblings();
    List<GitFixture.Result> results =
        pushAll(commits.stream().map(commit -> commit + ":refs/heads/main").toList());
    assertThat(results).filteredOn(result -> result.exitCode() == 0).hasSize(1);
    assertThat(results)
        .filteredOn(result -> result.exitCode() != 0)
        .allSatisfy(
            result -> assertThat(result.errors()).containsAnyOf("non-fast-forward", "fetch first"));
    assertThat(commits).contains(pushing.bare().git("rev-parse", "main"));
    pushing.bare().git("fsck", "--full", "--strict");
  }

  @Test
  void letsAllPushesToDifferentBranchesIn() {
    List<String> commits = siblings();
    List<String> refspecs = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      refspecs.add(commits.get(i) + ":refs/heads/branch-" + i);
    }
    assertThat(pushAll(refspecs)).allMatch(result -> result.exitCode() == 0);
    assertThat(pushing.bare().git("for-each-ref", "refs/heads/branch-*").lines()).hasSize(CLIENTS);
    pushing.bare().git("fsck", "--full", "--strict");
    assertThat(pushing.left()).isZero();
  }
}
