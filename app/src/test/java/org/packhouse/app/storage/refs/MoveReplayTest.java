package org.packhouse.app.storage.refs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.storage.refs.move.RefUpdates;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.hooks.RefChange;

class MoveReplayTest {

  private final RefsKit kit;
  private final MoveReplay replay;
  private ObjectId first = ObjectId.zeroId();
  private ObjectId second = ObjectId.zeroId();

  MoveReplayTest() throws IOException {
    kit = new RefsKit(TestingServer.shared());
    replay = kit.get(MoveReplay.class);
  }

  @BeforeEach
  void begin() throws IOException {
    first = kit.commit("first");
    second = kit.commit("second");
    kit.apply(RefsKit.add("refs/heads/main", first));
  }

  @Test
  void comesToWhatTheDiskHas() throws IOException {
    RefSnapshot before = kit.snapshot();
    ObjectId tag = kit.tag("v1", first);
    kit.apply(
        RefsKit.add("refs/tags/v1", tag),
        RefsKit.add("refs/heads/a", second),
        RefsKit.add("refs/pull-requests/1/from", second),
        RefsKit.add("refs/packhouse/keep/1", second));
    kit.apply(new RefChange("refs/heads/main", first, second));
    kit.apply(RefsKit.delete("refs/heads/a", second));
    kit.get(RefUpdates.class).setHead(kit.repositoryId, "refs/heads/other", RefsKit.ADA);
    RefSnapshot after = replay(before).orElseThrow();
    assertThat(after).isEqualTo(disk());
    assertThat(after.find("refs/tags/v1").orElseThrow().peeled()).isEqualTo(first);
    assertThat(after.headTarget()).isEqualTo("refs/heads/other");
    assertThat(after.pullRequests()).hasSize(1);
  }

  @Test
  void comesToWhatTheDiskHasAfterAnyMoves() throws IOException {
    Random random = new Random(4711);
    Map<String, ObjectId> refs = new TreeMap<>(kitRefs());
    List<RefSnapshot> seen = new ArrayList<>(List.of(kit.snapshot()));
    for (int i = 0; i < 40; i++) {
      kit.apply(changes(random, refs).toArray(RefChange[]::new));
      if (random.nextInt(4) == 0) {
        seen.add(disk());
      }
    }
    RefSnapshot disk = disk();
    for (RefSnapshot each : seen) {
      if (each.version() < disk.version()) {
        assertThat(replay(each)).contains(disk);
      }
    }
    assertThat(kit.snapshot()).isEqualTo(disk);
  }

  private Map<String, ObjectId> kitRefs() throws IOException {
    Map<String, ObjectId> refs = new TreeMap<>();
    kit.snapshot().refs().forEach(ref -> refs.put(ref.name(), ref.id()));
    return refs;
  }

  private List<RefChange> changes(Random random, Map<String, ObjectId> refs) {
    TreeSet<String> names = new TreeSet<>();
    List<RefChange> changes = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(12); i++) {
      String name = "refs/" + (random.nextBoolean() ? "heads/" : "tags/") + random.nextInt(20);
      ObjectId old = refs.getOrDefault(name, ObjectId.zeroId());
      ObjectId next =
          random.nextInt(3) == 0 ? ObjectId.zeroId() : random.nextBoolean() ? first : second;
      if (names.add(name) && !old.equals(next)) {
        changes.add(new RefChange(name, old, next));
        if (next.equals(ObjectId.zeroId())) {
          refs.remove(name);
        } else {
          refs.put(name, next);
        }
      }
    }
    return changes;
  }

  @Test
  void leavesItToTheDiskWhenMovesWereForgotten() throws IOException {
    RefSnapshot before = kit.snapshot();
    kit.apply(RefsKit.add("refs/heads/a", second));
    kit.apply(RefsKit.add("refs/heads/b", second));
    kit.sql()
        .sql("delete from ref_move where repository_id = ? and ref_version = ?")
        .params(kit.repositoryId, before.version() + 1)
        .update();
    assertThat(replay(before)).isEmpty();
    assertThat(kit.snapshot()).isEqualTo(disk());
  }

  @Test
  void leavesItToTheDiskWhenAnotherProgramHasMovedTheRefMeanwhile() throws IOException {
    RefSnapshot before = kit.snapshot();
    kit.git().git("update-ref", "refs/heads/main", second.name());
    kit.apply(new RefChange("refs/heads/main", second, first));
    kit.apply(new RefChange("refs/heads/main", first, second));
    RefSnapshot other =
        new RefSnapshot(before.version() + 1, before.headTarget(), before.refs(), List.of());
    assertThat(replay(other)).contains(disk());
    RefSnapshot stale =
        new RefSnapshot(before.version(), before.headTarget(), List.of(), List.of());
    assertThat(replay(stale)).isEmpty();
  }

  private java.util.Optional<RefSnapshot> replay(RefSnapshot from) throws IOException {
    return replay.after(kit.repositoryId, from, kit.version());
  }

  private RefSnapshot disk() throws IOException {
    return kit.get(DiskRefs.class).read(kit.repositoryId, kit.version()).snapshot();
  }
}
