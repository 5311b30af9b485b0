package org.packhouse.app.storage.refs.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.packhouse.app.storage.refs.RefsKit.add;
import static org.packhouse.app.storage.refs.RefsKit.delete;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.RefsKit;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.hooks.RefCause;
import org.packhouse.hooks.RefChange;

class RefUpdatesTest {

  private RefsKit kit;

  @BeforeEach
  void makeRepository() throws IOException {
    kit = new RefsKit(TestingServer.shared());
  }

  @Test
  void movesRefsWhereNativeGitFindsThem() throws IOException {
    ObjectId one = kit.commit("one");
    ObjectId two = kit.commit("two");
    assertThat(kit.apply(add("refs/heads/main", one), add("refs/heads/topic/a", one)))
        .allMatch(RefUpdates.Result::moved);
    kit.apply(new RefChange("refs/heads/main", one, two), delete("refs/heads/topic/a", one));
    assertThat(kit.git().git("for-each-ref", "--format=%(refname) %(objectname)"))
        .isEqualTo("refs/heads/main " + two.name());
    assertThat(kit.version()).isEqualTo(3);
    assertThat(kit.directory().resolve("refs/heads/topic")).doesNotExist();
  }

  @Test
  void movesManyRefsAtOnceAndPeelsTags() throws IOException {
    ObjectId commit = kit.commit("one");
    ObjectId tag = kit.tag("v1", commit);
    List<RefChange> changes = new ArrayList<>();
    changes.add(add("refs/tags/v1", tag));
    for (int i = 0; i < 50; i++) {
      changes.add(add("refs/heads/branch-" + i, commit));
    }
    assertThat(kit.apply(changes.toArray(RefChange[]::new))).allMatch(RefUpdates.Result::moved);
    assertThat(kit.git().git("for-each-ref").lines()).hasSize(51);
    assertThat(Files.readString(kit.directory().resolve("packed-refs")))
        .contains("^" + commit.name());
    assertThat(kit.snapshot().find("refs/tags/v1").orElseThrow().peeled()).isEqualTo(commit);
    assertThat(kit.git().git("rev-parse", "refs/tags/v1^{}")).isEqualTo(commit.name());
  }

  @Test
  void movesAndDeletesWhatNativeGitHasPacked() throws IOException {
    ObjectId one = kit.commit("one");
    ObjectId two = kit.commit("two");
    ObjectId tag = kit.tag("v1", one);
    kit.apply(add("refs/heads/main", one), add("refs/heads/gone", one), add("refs/tags/v1", tag));
    kit.git().git("pack-refs", "--all");
    kit.apply(new RefChange("refs/heads/main", one, two), delete("refs/heads/gone", one));
    assertThat(kit.git().git("for-each-ref", "--format=%(refname) %(objectname)").lines())
        .containsExactly("refs/heads/main " + two.name(), "refs/tags/v1 " + tag.name());
    assertThat(kit.snapshot().refs())
        .extracting(RefSnapshot.Entry::name)
        .containsExactly("refs/heads/main", "refs/tags/v1");
  }

  @Test
  void refusesAMoveWhoseOldValueIsNotThere() throws IOException {
    ObjectId one = kit.commit("one");
    ObjectId two = kit.commit("two");
    ObjectId three = kit.commit("three");
    kit.apply(add("refs/heads/main", one), add("refs/heads/other", one));
    List<RefUpdates.Result> results =
        kit.apply(
            new RefChange("refs/heads/main", two, three),
            new RefChange("refs/heads/other", one, two),
            add("refs/heads/main", two));
    assertThat(results.get(0).problem()).startsWith("non-fast-forward");
    assertThat(results.get(1).problem()).isNull();
    assertThat(results.get(2).problem()).isEqualTo("reference already exists");
    assertThat(kit.snapshot().find("refs/heads/other").orElseThrow().id()).isEqualTo(two);
  }

  @Test
  void movesAllOrNothingIfAtomic() throws IOException {
    ObjectId one = kit.commit("one");
    kit.apply(add("refs/heads/main", one));
    long version = kit.version();
    List<RefUpdates.Result> results =
        kit.apply(true, add("refs/heads/new", one), add("refs/heads/main", one));
    assertThat(results).noneMatch(RefUpdates.Result::moved);
    assertThat(kit.snapshot().find("refs/heads/new")).isEmpty();
    assertThat(kit.version()).isEqualTo(version);
  }

  @Test
  void takesOneOfTwoRefsThatComeAtOnceOneInsideTheOther() throws IOException {
    ObjectId one = kit.commit("one");
    List<RefUpdates.Result> upperFirst =
        kit.apply(add("refs/heads/a", one), add("refs/heads/a/b/c", one));
    assertThat(upperFirst.get(0).problem()).isNull();
    assertThat(upperFirst.get(1).problem())
        .isEqualTo("'refs/heads/a' exists; cannot create 'refs/heads/a/b/c'");
    List<RefUpdates.Result> lowerFirst =
        kit.apply(add("refs/heads/d/e/f", one), add("refs/heads/d/e", one));
    assertThat(lowerFirst.get(0).problem()).isNull();
    assertThat(lowerFirst.get(1).problem())
        .isEqualTo("'refs/heads/d/e/f' exists; cannot create 'refs/heads/d/e'");
    assertThat(kit.apply(add("refs/heads/g/h", one), add("refs/heads/g", one)))
        .extracting(RefUpdates.Result::moved)
        .containsExactly(true, false);
    assertThat(kit.git().git("for-each-ref", "--format=%(refname)").lines())
        .containsExactly("refs/heads/a", "refs/heads/d/e/f", "refs/heads/g/h");
    assertThat(kit.snapshot().refs()).hasSize(3);
  }

  @Test
  void refusesARefInsideAnotherAndTakesItOnceThatIsGone() throws IOException {
    ObjectId one = kit.commit("one");
    kit.apply(add("refs/heads/a", one), add("refs/heads/b/c", one));
    assertThat(kit.apply(add("refs/heads/a/x", one)).getFirst().problem())
        .isEqualTo("'refs/heads/a' exists; cannot create 'refs/heads/a/x'");
    assertThat(kit.apply(add("refs/heads/b", one)).getFirst().problem())
        .isEqualTo("'refs/heads/b/c' exists; cannot create 'refs/heads/b'");
    kit.git().git("pack-refs", "--all");
    assertThat(kit.apply(add("refs/heads/b", one)).getFirst().moved()).isFalse();
    assertThat(
            kit.apply(
                delete("refs/heads/a", one),
                add("refs/heads/a/x", one),
                delete("refs/heads/b/c", one),
                add("refs/heads/b", one)))
        .allMatch(RefUpdates.Result::moved);
    assertThat(kit.git().git("for-each-ref", "--format=%(refname)").lines())
        .containsExactly("refs/heads/a/x", "refs/heads/b");
  }

  @Test
  void letsHeadFollowTheFirstBranch() throws IOException {
    ObjectId one = kit.commit("one");
    kit.apply(add("refs/tags/v0", one));
    assertThat(kit.snapshot().headTarget()).isEqualTo("refs/heads/main");
    kit.apply(add("refs/heads/trunk", one), add("refs/heads/master", one));
    assertThat(kit.snapshot().headTarget()).isEqualTo("refs/heads/master");
    kit.apply(add("refs/heads/main", one));
    assertThat(kit.snapshot().headTarget()).isEqualTo("refs/heads/master");
    assertThat(kit.git().git("symbolic-ref", "HEAD")).isEqualTo("refs/heads/master");
  }

  @Test
  void pointsHeadAtABranch() throws IOException {
    ObjectId one = kit.commit("one");
    kit.apply(add("refs/heads/main", one), add("refs/heads/next", one));
    long version = kit.version();
    kit.get(RefUpdates.class).setHead(kit.repositoryId, "refs/heads/next", RefsKit.ADA);
    assertThat(kit.snapshot().head().orElseThrow().name()).isEqualTo("refs/heads/next");
    assertThat(kit.version()).isEqualTo(version + 1);
  }

  @Test
  void leavesNoRowAndNoFileBehind() throws IOException {
    kit.apply(add("refs/heads/main", kit.commit("one")));
    assertThat(
            kit.sql()
                .sql("select count(*) from pending_ref_update where repository_id = ?")
                .param(kit.repositoryId)
                .query(Long.class)
                .single())
        .isZero();
    assertThat(kit.directory().resolve("refs/heads")).isDirectoryNotContaining("glob:**.lock");
  }

  @Test
  void undoesTheUpdateIfTheCallersRowsFail() throws IOException {
    ObjectId one = kit.commit("one");
    RefUpdates.Update update =
        new RefUpdates.Update(
            kit.request(RefCause.EDIT, add("refs/heads/main", one)),
            false,
            moved -> {
              throw new IllegalStateException("no");
            },
            null);
    assertThatThrownBy(() -> kit.get(RefUpdates.class).apply(update, null))
        .isInstanceOf(IllegalStateException.class);
    assertThat(kit.snapshot().refs()).isEmpty();
    assertThat(kit.version()).isEqualTo(1);
  }

  private List<RefUpdates.Result> applyFor(RefCause cause, boolean atomic, RefChange... changes)
      throws IOException {
    RefUpdates.Update update =
        new RefUpdates.Update(
            kit.request(cause, changes), atomic, RefUpdates.InTransaction.NOTHING, null);
    return kit.get(RefUpdates.class).apply(update, null);
  }

  @Test
  void holdsEveryCallerButTheServerByTheRules() throws IOException {
    ObjectId one = kit.commit("one");
    kit.apply(add("refs/heads/main", one), add("refs/heads/twice", one));
    RefChange[] changes = {
      add("refs/heads/-option", one),
      add("refs/packhouse/keep/x", one),
      delete("refs/heads/main", one),
      delete("refs/heads/twice", one),
      new RefChange("refs/heads/twice", one, kit.commit("two")),
      add("refs/heads/good", one)
    };
    assertThat(applyFor(RefCause.FORK_SYNC, false, changes))
        .extracting(RefUpdates.Result::problem)
        .containsExactly(
            "names of branches and tags do not begin with a dash",
            "refs/pull-requests/* and refs/packhouse/* are written by the server alone",
            "deletion of the current branch prohibited",
            "multiple updates for one ref",
            "multiple updates for one ref",
            null);
    assertThat(kit.snapshot().find("refs/heads/good")).isPresent();
    assertThat(applyFor(RefCause.KEEP, true, add("refs/packhouse/keep/x", one)).getFirst().moved())
        .isTrue();
  }

  @Test
  void movesNothingOfAnAtomicUpdateOfWhichARuleRefusesOneMove() throws IOException {
    ObjectId one = kit.commit("one");
    assertThat(
            applyFor(RefCause.EDIT, true, add("refs/heads/good", one), add("refs/heads/-bad", one)))
        .extracting(RefUpdates.Result::problem)
        .containsExactly(
            "atomic push failure", "names of branches and tags do not begin with a dash");
    assertThat(kit.snapshot().refs()).isEmpty();
    assertThat(kit.version()).isEqualTo(1);
  }

  @Test
  void asksTheRulesAgainIfMoreIsAskedForThanTheyHaveAllowed() throws IOException {
    ObjectId one = kit.commit("one");
    RefUpdates updates = kit.get(RefUpdates.class);
    RefRuling ruling = updates.rule(kit.request(RefCause.PUSH, add("refs/heads/good", one)));
    RefUpdates.Update more =
        new RefUpdates.Update(
            kit.request(RefCause.PUSH, add("refs/heads/-bad", one)),
            false,
            RefUpdates.InTransaction.NOTHING,
            ruling);
    assertThat(updates.apply(more, null).getFirst().moved()).isFalse();
  }

  @Test
  void refusesToMoveRefsOfAnArchivedRepository() throws IOException {
    kit.sql()
        .sql("update repository set archived = true where id = ?")
        .param(kit.repositoryId)
        .update();
    assertThat(kit.apply(add("refs/heads/main", kit.commit("one"))).getFirst().problem())
        .contains("archived");
    assertThat(kit.snapshot().refs()).isEmpty();
  }

  @Test
  void remembersTipsOfTheLastMinutes() throws IOException {
    ObjectId one = kit.commit("one");
    ObjectId two = kit.commit("two");
    kit.apply(add("refs/heads/main", one));
    kit.apply(new RefChange("refs/heads/main", one, two));
    assertThat(kit.refs().recentTips(kit.repositoryId)).containsExactly(one);
    kit.sql().sql("update ref_move set moved_at = now() - interval '11 minutes'").update();
    assertThat(kit.refs().recentTips(kit.repositoryId)).isEmpty();
  }

  @Test
  void looksAtTheDiskWhenItHasTheLocksOfTheFiles() throws Exception {
    ObjectId one = kit.commit("one");
    ObjectId two = kit.commit("two");
    ObjectId three = kit.commit("three");
    kit.apply(add("refs/heads/main", one));
    Path lock = Files.createFile(kit.directory().resolve("refs/heads/main.lock"));
    CompletableFuture<List<RefUpdates.Result>> push =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return kit.apply(new RefChange("refs/heads/main", one, two));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            Thread::startVirtualThread);
    await().until(() -> isLocked());
    // As git does it: the lock file is the next value.
    Files.writeString(lock, three.name() + "\n");
    Files.move(lock, kit.directory().resolve("refs/heads/main"), StandardCopyOption.ATOMIC_MOVE);
    assertThat(push.get()).singleElement().matches(result -> !result.moved());
    assertThat(kit.git().git("rev-parse", "refs/heads/main")).isEqualTo(three.name());
  }

  @Test
  void takesAwayALockFileThatGitHasLeftLongAgo() throws IOException {
    ObjectId one = kit.commit("one");
    ObjectId two = kit.commit("two");
    kit.apply(add("refs/heads/main", one));
    Path lock = Files.createFile(kit.directory().resolve("refs/heads/main.lock"));
    Files.setLastModifiedTime(lock, FileTime.from(Instant.now().minus(Duration.ofMinutes(11))));
    assertThat(kit.apply(new RefChange("refs/heads/main", one, two)))
        .allMatch(RefUpdates.Result::moved);
    assertThat(lock).doesNotExist();
  }

  @Test
  void leavesNothingOfARefThatWasRefused() throws IOException {
    ObjectId one = kit.commit("one");
    ObjectId two = kit.commit("two");
    assertThat(kit.apply(new RefChange("refs/heads/new/directory/ref", two, one)))
        .noneMatch(RefUpdates.Result::moved);
    assertThat(kit.directory().resolve("refs/heads")).isEmptyDirectory();
  }

  @Test
  void makesARefWhereAnotherIsDeletedThatIsInTheWay() throws IOException {
    ObjectId one = kit.commit("one");
    kit.apply(add("refs/heads/a", one));
    assertThat(kit.apply(delete("refs/heads/a", one), add("refs/heads/a/b", one)))
        .allMatch(RefUpdates.Result::moved);
    assertThat(kit.apply(delete("refs/heads/a/b", one), add("refs/heads/a", one)))
        .allMatch(RefUpdates.Result::moved);
    assertThat(kit.git().git("for-each-ref", "--format=%(refname)")).isEqualTo("refs/heads/a");
  }

  /** Whether an update has the repository's row. */
  private boolean isLocked() {
    return kit.sql()
        .sql(
            """
            select 1 from repository_version where repository_id = ? for update skip locked
            """)
        .param(kit.repositoryId)
        .query(Integer.class)
        .optional()
        .isEmpty();
  }
}
