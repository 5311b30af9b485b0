package org.packhouse.app.storage.refs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.storage.refs.move.RefMovePool;
import org.packhouse.app.storage.refs.move.RefRows;
import org.packhouse.app.testing.TestingServer;

class RefsTest {

  private final RefsKit kit;
  private ObjectId first = ObjectId.zeroId();
  private ObjectId second = ObjectId.zeroId();

  RefsTest() throws IOException {
    kit = new RefsKit(TestingServer.shared());
  }

  @BeforeEach
  void begin() throws IOException {
    first = kit.commit("first");
    second = kit.commit("second");
    kit.apply(RefsKit.add("refs/heads/main", first));
  }

  @Test
  void givesTheSameObjectWhileNothingMoves() throws IOException {
    RefSnapshot before = kit.snapshot();
    assertThat(kit.snapshot()).isSameAs(before);
    kit.git().git("pack-refs", "--all");
    assertThat(kit.snapshot()).isSameAs(before);
    assertThat(kit.version()).isEqualTo(before.version());
  }

  @Test
  void seesEveryMoveOfItsOwnAtOnce() throws IOException {
    RefSnapshot before = kit.snapshot();
    kit.apply(RefsKit.add("refs/heads/other", second));
    RefSnapshot after = kit.snapshot();
    assertThat(after.find("refs/heads/other")).isPresent();
    assertThat(after.version()).isGreaterThan(before.version());
    assertThat(before.find("refs/heads/other")).isEmpty();
  }

  @Test
  void makesAVersionOfWhatAnotherProgramMoved() throws IOException {
    RefSnapshot before = kit.snapshot();
    kit.git().git("update-ref", "refs/heads/main", second.name());
    kit.git().git("update-ref", "refs/heads/new/one", second.name());
    kit.git().git("symbolic-ref", "HEAD", "refs/heads/new/one");
    // A reader in the background that looked between two of the commands made a version of its own,
    // and while one looks, others are given what is on disk without a version.
    RefSnapshot after =
        await()
            .until(
                kit::snapshot,
                it ->
                    it.version() > before.version()
                        && it.headTarget().equals("refs/heads/new/one"));
    assertThat(kit.version()).isEqualTo(after.version());
    assertThat(movesSince(before.version()))
        .containsExactlyInAnyOrder(
            "refs/heads/main " + first.name() + " " + second.name(),
            "refs/heads/new/one " + ObjectId.zeroId().name() + " " + second.name(),
            "HEAD refs/heads/main refs/heads/new/one");
    assertThat(kit.snapshot()).isSameAs(after);
    kit.git().git("update-ref", "-d", "refs/heads/main");
    RefSnapshot last = await().until(kit::snapshot, it -> it.version() > after.version());
    assertThat(last.find("refs/heads/main")).isEmpty();
    assertThat(kit.version()).isEqualTo(after.version() + 1);
  }

  @Test
  void makesNoVersionWhileAnUpdateIsUnderWay() throws Exception {
    RefSnapshot before = kit.snapshot();
    RefMovePool pool = kit.get(RefMovePool.class);
    RefSnapshot during =
        pool.<RefSnapshot, IOException>transaction(transaction -> {
          kit.get(RefRows.class).lock(transaction, kit.repositoryId);
          kit.git().git("update-ref", "refs/heads/main", second.name());
          return kit.snapshot();
        });
    assertThat(during.version()).isEqualTo(before.version());
    assertThat(during.find("refs/heads/main").orElseThrow().id()).isEqualTo(second);
    await().until(() -> kit.snapshot().version() > before.version());
    assertThat(kit.version()).isEqualTo(before.version() + 1);
  }

  @Test
  void findsTheRefsOfADirectory() throws IOException {
    kit.apply(
        RefsKit.add("refs/heads/a", first),
        RefsKit.add("refs/heads0", first),
        RefsKit.add("refs/tags/t", first));
    RefSnapshot refs = kit.snapshot();
    assertThat(refs.in("refs/heads/"))
        .extracting(RefSnapshot.Entry::name)
        .containsExactly("refs/heads/a", "refs/heads/main");
    assertThat(refs.in("refs/tags/")).hasSize(1);
    assertThat(refs.in("refs/none/")).isEmpty();
  }

  private List<String> movesSince(long version) {
    return kit.sql()
        .sql(
            """
            select ref_name || ' ' || old_value || ' ' || new_value from ref_move
             where repository_id = ? and ref_version > ?
            """)
        .params(kit.repositoryId, version)
        .query((row, _) -> row.getString(1))
        .list();
  }
}
