package org.packhouse.app.storage.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevSort;
import org.eclipse.jgit.storage.file.FileRepositoryBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.hooks.HistoryTooWideException;
import org.packhouse.hooks.HistoryWalk;

class HistoryWalkTest {

  private static final int ROOTS = 50;
  private static final int COMMITS = 40;

  /** Those of the commits, and each one's predecessor. */
  private static final int PARENTS = COMMITS * ROOTS + COMMITS - 1;

  @TempDir private Path directory;
  private GitFixture git;
  private String tip = "";

  @BeforeEach
  void makeAHistoryOfWideCommits() {
    git = GitFixture.workTree(directory.resolve("wide"));
    String roots =
        IntStream.range(0, ROOTS)
            .mapToObj(number ->
                "commit refs/heads/root%1$d\ncommitter A <a@b> %1$d +0000\ndata 2\n%1$02d\n"
                    .formatted(number))
            .collect(Collectors.joining());
    assertThat(
            git.execute(
                    List.of("git", "fast-import", "--quiet"),
                    roots.getBytes(StandardCharsets.UTF_8))
                .exitCode())
        .isZero();
    String parents =
        IntStream.range(0, ROOTS)
            .mapToObj(number -> "parent " + git.git("rev-parse", "root" + number) + "\n")
            .collect(Collectors.joining());
    String tree = git.git("rev-parse", "root0^{tree}");
    String before = "";
    for (int number = 0; number < COMMITS; number++) {
      String commit =
          "tree %s\n%s%sauthor A <a@b> %4$d +0000\ncommitter A <a@b> %4$d +0000\n\n%4$d\n"
              .formatted(tree, before, parents, 100 + number);
      tip =
          git.execute(
                  List.of("git", "hash-object", "-t", "commit", "-w", "--stdin"),
                  commit.getBytes(StandardCharsets.UTF_8))
              .output()
              .strip();
      before = "parent " + tip + "\n";
    }
    git.git("update-ref", "refs/heads/main", tip);
  }

  @ParameterizedTest
  @EnumSource(
      value = RevSort.class,
      names = {"NONE", "COMMIT_TIME_DESC", "TOPO", "BOUNDARY"})
  void endsWhereCommitsNameMoreParentsThanItKeeps(RevSort sort) throws IOException {
    assertThat(count(PARENTS, sort)).isEqualTo(COMMITS + ROOTS);
    assertThatExceptionOfType(HistoryTooWideException.class)
        .isThrownBy(() -> count(PARENTS - 1, sort))
        .withMessageContaining("more than " + (PARENTS - 1) + " parents");
  }

  @Test
  void endsThereWithACommitGraphToo() throws IOException {
    git.git("config", "core.commitGraph", "true");
    git.git("commit-graph", "write", "--reachable");
    // The tip itself is looked up in the graph.
    assertThat(count(PARENTS + 1, RevSort.NONE)).isEqualTo(COMMITS + ROOTS);
    assertThatExceptionOfType(HistoryTooWideException.class)
        .isThrownBy(() -> count(PARENTS - 1, RevSort.NONE));
  }

  private int count(long maxParents, RevSort sort) throws IOException {
    try (Repository repository =
            new FileRepositoryBuilder().setGitDir(directory.resolve("wide/.git").toFile()).build();
        HistoryWalk walk = new HistoryWalk(repository, maxParents) {}) {
      walk.sort(sort);
      walk.markStart(walk.parseCommit(ObjectId.fromString(tip)));
      int count = 0;
      for (RevCommit _ : walk) {
        count++;
      }
      return count;
    }
  }
}
