package org.packhouse.app.engine.git.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.engine.git.Pushing;
import org.packhouse.app.testing.GitFixture;
import org.packhouse.app.testing.TestingServer;

class ReceivePackTest {

  @TempDir private Path directory;
  private Pushing pushing;
  private GitFixture work;

  @BeforeEach
  void makeRepository() {
    pushing = new Pushing(TestingServer.shared(), directory);
    work = pushing.workTree("work");
  }

  @Test
  void takesAPushAndGivesItBack() {
    String commit = work.commit("a.txt", "a\n");
    work.git("push", "--quiet", "origin", "main");
    assertThat(pushing.bare().git("rev-parse", "refs/heads/main")).isEqualTo(commit);
    pushing.bare().git("fsck", "--full", "--strict");
    assertThat(work.git("ls-remote", "origin").lines())
        .containsExactly(commit + "\tHEAD", commit + "\trefs/heads/main");
    assertThat(pushing.left()).isZero();
  }

  @Test
  void takesThinPacksTagsAndDeletions() {
    StringBuilder text = new StringBuilder();
    new Random(1).ints(2000).forEach(number -> text.append(number).append('\n'));
    work.commit("big.txt", text.toString());
    work.git("push", "origin", "main", "main:refs/heads/topic");
    work.commit("big.txt", text + "one more\n");
    work.git("tag", "-a", "-m", "first", "v1");
    work.git("push", "origin", "main", "v1");
    work.git("push", "origin", ":topic");
    pushing.bare().git("fsck", "--full", "--strict");
    assertThat(pushing.bare().git("for-each-ref", "--format=%(refname)").lines())
        .containsExactly("refs/heads/main", "refs/tags/v1");
  }

  @Test
  void takesALargePackThroughNativeGit() {
    byte[] noise = new byte[3 * 1024 * 1024];
    new Random(2).nextBytes(noise);
    work.write("noise.txt", java.util.HexFormat.of().formatHex(noise));
    String commit = work.commitAll("noise");
    work.git("push", "origin", "main");
    assertThat(pushing.bare().git("rev-parse", "refs/heads/main")).isEqualTo(commit);
    pushing.bare().git("fsck", "--full", "--strict");
    assertThat(pushing.left()).isZero();
  }

  @Test
  void refusesTheServersOwnRefsAndTakesTheRest() {
    work.commit("a.txt", "a\n");
    GitFixture.Result result =
        work.run(
            "push",
            "origin",
            "main",
            "main:refs/pull-requests/1/from",
            "main:refs/packhouse/keep/1");
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.errors())
        .contains("[new branch]")
        .contains("refs/pull-requests/1/from (refs/pull-requests/*")
        .contains("refs/packhouse/keep/1 (refs/pull-requests/*");
    assertThat(pushing.bare().git("for-each-ref", "--format=%(refname)"))
        .isEqualTo("refs/heads/main");
  }

  @Test
  void refusesToDeleteTheDefaultBranch() {
    work.commit("a.txt", "a\n");
    work.git("push", "origin", "main", "main:other");
    GitFixture.Result result = work.run("push", "origin", ":main", ":other");
    assertThat(result.errors())
        .contains("remote: refusing to delete the current branch: refs/heads/main")
        .contains("[remote rejected] main (deletion of the current branch prohibited)")
        .contains("[deleted]");
    assertThat(pushing.bare().git("for-each-ref", "--format=%(refname)"))
        .isEqualTo("refs/heads/main");
  }

  @Test
  void movesNothingIfOneOfAnAtomicPushIsRefused() {
    work.commit("a.txt", "a\n");
    GitFixture.Result result =
        work.run("push", "--atomic", "origin", "main", "main:refs/pull-requests/1/from");
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.errors()).contains("atomic push failure");
    assertThat(pushing.bare().git("for-each-ref")).isEmpty();
  }

  @Test
  void takesAForcedPushAndRefusesAStaleOne() {
    String first = work.commit("a.txt", "a\n");
    work.git("push", "origin", "main");
    work.git("commit", "--quiet", "--amend", "-m", "other");
    assertThat(work.run("push", "origin", "main").errors()).contains("non-fast-forward");
    work.git("push", "--force", "origin", "main");
    assertThat(work.run("push", "--force-with-lease=main:" + first, "origin", "main").exitCode())
        .isZero();
    assertThat(pushing.bare().git("rev-parse", "main")).isEqualTo(work.git("rev-parse", "main"));
  }

  @Test
  void takesAPushFromAShallowClone() {
    for (int i = 0; i < 5; i++) {
      work.commit("a.txt", i + "\n");
    }
    work.git("push", "origin", "main");
    GitFixture here = GitFixture.in(directory);
    here.git("clone", "--quiet", "--depth", "1", pushing.url(), "shallow");
    GitFixture shallow = GitFixture.in(directory.resolve("shallow"));
    String commit = shallow.commit("b.txt", "b\n");
    shallow.git("push", "origin", "main");
    assertThat(pushing.bare().git("rev-parse", "main")).isEqualTo(commit);
    pushing.bare().git("fsck", "--full", "--strict");
  }

  @Test
  void refusesAShallowHistoryThatItDoesNotHave() {
    for (int i = 0; i < 5; i++) {
      work.commit("a.txt", i + "\n");
    }
    GitFixture here = GitFixture.in(directory);
    here.git("clone", "--quiet", "--depth", "1", "file://" + work.directory(), "shallow");
    GitFixture shallow = GitFixture.in(directory.resolve("shallow"));
    GitFixture.Result result = shallow.run("push", pushing.url(), "main");
    assertThat(result.exitCode()).isNotZero();
    assertThat(result.errors()).contains("shallow update not allowed");
    assertThat(pushing.bare().git("for-each-ref")).isEmpty();
    assertThat(pushing.left()).isZero();
  }

  @Test
  void refusesABranchThatPointsToAFile() {
    work.commit("a.txt", "a\n");
    String file = work.git("rev-parse", "HEAD:a.txt");
    GitFixture.Result result = work.run("push", "origin", file + ":refs/heads/file");
    assertThat(result.errors()).contains("a branch must point to a commit, not a blob");
    work.git("push", "origin", "main", "HEAD^{tree}:refs/tags/tree");
    pushing.bare().git("fsck", "--full", "--strict");
  }

  @Test
  void refusesARefInsideAnother() {
    work.commit("a.txt", "a\n");
    work.git("push", "origin", "main", "main:a");
    GitFixture.Result result = work.run("push", "origin", "main:refs/heads/a/b");
    assertThat(result.errors()).contains("'refs/heads/a' exists; cannot create 'refs/heads/a/b'");
  }

  @Test
  void takesPushOptionsAndSaysUpToDate() {
    work.commit("a.txt", "a\n");
    work.git("push", "-o", "ci.skip", "-o", "x=y", "origin", "main");
    assertThat(work.run("push", "origin", "main").errors()).contains("Everything up-to-date");
  }

  @Test
  void tellsTheOutboxAndRemembersTheMove() {
    String commit = work.commit("a.txt", "a\n");
    work.git("push", "origin", "main");
    assertThat(
            pushing
                .sql()
                .sql("select new_value from ref_move where repository_id = ?")
                .param(pushing.id())
                .query(String.class)
                .list())
        .containsExactly(commit);
    assertThat(
            pushing
                .sql()
                .sql("select count(*) from pending_ref_update where repository_id = ?")
                .param(pushing.id())
                .query(Long.class)
                .single())
        .isZero();
  }
}
