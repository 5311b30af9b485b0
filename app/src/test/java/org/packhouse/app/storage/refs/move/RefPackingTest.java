package org.packhouse.app.storage.refs.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.packhouse.app.storage.refs.RefsKit.add;
import static org.packhouse.app.storage.refs.RefsKit.delete;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.node.Checkpoint;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.storage.objects.SessionDirectories;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.Peeling;
import org.packhouse.app.storage.refs.RefFiles;
import org.packhouse.app.storage.refs.RefsKit;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.hooks.RefChange;

class RefPackingTest {

  private static final String MAIN = "refs/heads/main";
  private static final String DEEP = "refs/heads/a/b/c";

  private RefsKit kit;
  private RefPacking packing;
  private ObjectId one;
  private ObjectId two;

  @BeforeEach
  void makeRepository() throws IOException {
    kit = new RefsKit(TestingServer.shared());
    packing = kit.get(RefPacking.class);
    one = kit.commit("one");
    two = kit.commit("two");
    kit.apply(add(MAIN, one), add(DEEP, one));
  }

  @Test
  void leavesTheRefsAsTheyWereAndNoLooseFile() throws IOException {
    ObjectId tag = kit.tag("v1", one);
    kit.apply(add("refs/tags/v1", tag));
    List<String> before = refs();
    long version = kit.version();

    packing.pack(kit.repositoryId);
    assertThat(looseFiles()).isEmpty();
    assertThat(kit.directory().resolve("refs/heads")).isEmptyDirectory();
    assertThat(refs()).isEqualTo(before).hasSize(3);
    assertThat(Files.readString(kit.directory().resolve("packed-refs")))
        .startsWith("# pack-refs with: peeled fully-peeled sorted")
        .contains(tag.name() + " refs/tags/v1\n^" + one.name());
    assertThat(kit.version()).isEqualTo(version);
    assertThat(kit.snapshot().find(DEEP).orElseThrow().id()).isEqualTo(one);
    assertThat(pending()).isZero();
    kit.git().git("fsck", "--strict");
  }

  @Test
  void whatIsLooseCountsAndNotWhatWasPackedBefore() throws IOException {
    packing.pack(kit.repositoryId);
    kit.apply(new RefChange(MAIN, one, two), delete(DEEP, one));
    packing.pack(kit.repositoryId);
    assertThat(refs()).containsExactly(MAIN + " " + two.name());
    assertThat(looseFiles()).isEmpty();
  }

  @Test
  void packsMoreThanItDoesAtOnce() throws IOException {
    for (int count = 0; count <= RefPacking.MAX_AT_ONCE; count++) {
      Files.writeString(kit.directory().resolve("refs/tags/t" + count), one.name() + "\n");
    }
    packing.pack(kit.repositoryId);
    assertThat(looseFiles()).isEmpty();
    assertThat(refs()).hasSize(RefPacking.MAX_AT_ONCE + 3);
  }

  @Test
  void aRefThatAnotherProgramHoldsStaysLoose() throws IOException {
    Path held = Files.createFile(kit.directory().resolve(DEEP + ".lock"));
    packing.pack(kit.repositoryId);
    assertThat(looseFiles()).containsExactlyInAnyOrder(DEEP, DEEP + ".lock");
    Files.delete(held);
    packing.pack(kit.repositoryId);
    assertThat(looseFiles()).isEmpty();
    assertThat(refs()).containsExactly(DEEP + " " + one.name(), MAIN + " " + one.name());
  }

  @Test
  void packedRefsThatAnotherProgramHoldsAreLeftAlone() throws IOException {
    Path held = Files.createFile(kit.directory().resolve("packed-refs.lock"));
    assertThatThrownBy(() -> packing.pack(kit.repositoryId))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("packed-refs.lock is held by another process");
    assertThat(looseFiles()).containsExactlyInAnyOrder(DEEP, MAIN);
    assertThat(pending()).isZero();
    Files.delete(held);
  }

  /** As a node leaves it that stood still with the locks held. */
  @Test
  void whatAStoppedPackerHoldsIsTakenByWhoComesNext() throws IOException {
    Move main = new Move(MAIN, one.name(), one.name());
    Move deep = new Move(DEEP, one.name(), one.name());
    PendingUpdate stopped =
        new PendingUpdate(
            UUID.randomUUID(),
            kit.repositoryId,
            kit.get(NodeSessions.class).current(),
            "pack-refs",
            RefsKit.ADA,
            null,
            List.of(main, deep));
    kit.get(RefRows.class).insertPending(kit.sql(), stopped);
    RefStaging staging = RefStaging.create(kit.get(SessionDirectories.class), stopped);
    staging.beginMoving();
    RefLocks locks = RefLocks.takeToPack(kit.directory(), stopped, staging);
    assertThat(looseFiles()).contains(MAIN + ".lock", DEEP + ".lock");

    assertThat(kit.apply(new RefChange(MAIN, one, two))).allMatch(RefUpdates.Result::moved);
    assertThat(looseFiles()).containsExactlyInAnyOrder(DEEP, MAIN);
    assertThat(kit.directory().resolve("packed-refs.lock")).doesNotExist();
    assertThat(pending()).isZero();
    // It wakes up, and can put nothing in place any more.
    RefFiles files = new RefFiles(kit.directory());
    try (Peeling peeling = new Peeling(kit.get(RepositoryDirectories.class), kit.repositoryId)) {
      RefWriter writer = new RefWriter(files, staging, locks, peeling, kit.get(Checkpoint.class));
      assertThatThrownBy(() -> writer.write(List.of(main, deep))).isInstanceOf(IOException.class);
    }
    assertThat(refs()).containsExactly(DEEP + " " + one.name(), MAIN + " " + two.name());
    // As it does itself when it hears that its transaction was ended.
    RefStaging.forget(kit.get(SessionDirectories.class), stopped);
  }

  @Test
  void noMoveIsLostBesideIt() throws Exception {
    int refs = 4;
    int moves = 25;
    List<Future<ObjectId>> movers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<Integer> packer = threads.submit(repeatedly(refs * moves));
      for (int count = 0; count < refs; count++) {
        String ref = "refs/heads/busy/" + count;
        movers.add(threads.submit(() -> move(ref, moves)));
      }
      assertThat(packer.get()).isPositive();
    }
    List<String> expected = new ArrayList<>();
    for (int count = 0; count < refs; count++) {
      expected.add("refs/heads/busy/" + count + " " + movers.get(count).get().name());
    }
    assertThat(refs()).containsAll(expected).hasSize(refs + 2);
    packing.pack(kit.repositoryId);
    assertThat(refs()).containsAll(expected).hasSize(refs + 2);
    assertThat(looseFiles()).isEmpty();
  }

  private Callable<Integer> repeatedly(int times) {
    return () -> {
      int packed = 0;
      for (int time = 0; time < times; time++) {
        packing.pack(kit.repositoryId);
        packed++;
      }
      return packed;
    };
  }

  private ObjectId move(String ref, int times) throws IOException {
    ObjectId value = ObjectId.zeroId();
    for (int time = 0; time < times; time++) {
      ObjectId next = value.equals(one) ? two : one;
      assertThat(kit.apply(new RefChange(ref, value, next))).allMatch(RefUpdates.Result::moved);
      value = next;
    }
    return value;
  }

  private List<String> refs() {
    return kit.git().git("for-each-ref", "--format=%(refname) %(objectname)").lines().toList();
  }

  private List<String> looseFiles() throws IOException {
    try (var files = Files.walk(kit.directory().resolve("refs"))) {
      return files
          .filter(Files::isRegularFile)
          .map(each -> kit.directory().relativize(each).toString())
          .toList();
    }
  }

  private long pending() {
    return kit.sql()
        .sql("select count(*) from pending_ref_update where repository_id = ?")
        .param(kit.repositoryId)
        .query((row, _) -> row.getLong(1))
        .single();
  }
}
