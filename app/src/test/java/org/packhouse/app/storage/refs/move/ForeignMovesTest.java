package org.packhouse.app.storage.refs.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.packhouse.app.storage.refs.Refs.ForeignRefMoves.Outcome.UNKNOWN;
import static org.packhouse.app.storage.refs.Refs.ForeignRefMoves.Outcome.WAITING;
import static org.packhouse.app.storage.refs.Refs.ForeignRefMoves.Outcome.WRITTEN;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.identity.signin.CurrentCaller;
import org.packhouse.app.platform.cache.Caches;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.platform.node.SharedHomeBulkhead;
import org.packhouse.app.platform.outbox.Outbox;
import org.packhouse.app.storage.refs.DiskRefs;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.MoveReplay;
import org.packhouse.app.storage.refs.RefSettings;
import org.packhouse.app.storage.refs.RefSnapshot;
import org.packhouse.app.storage.refs.Refs;
import org.packhouse.app.storage.refs.Refs.ForeignRefMoves;
import org.packhouse.app.storage.refs.RefsKit;
import org.packhouse.app.testing.SetClock;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.hooks.RefCause;

/**
 * Moves of refs by other programs, as a server takes them whose time the test sets. Nobody else
 * looks at the repository: its refs are stored without an event.
 */
class ForeignMovesTest {

  private static final Duration BETWEEN = Duration.ofSeconds(10);
  private static final String MAIN = "refs/heads/main";
  private static final String TOPIC = "refs/heads/topic";

  private final RefsKit kit;
  private final SetClock clock = new SetClock(Instant.now());
  private final ForeignMoves foreign;
  private final Refs refs;
  private ObjectId one = ObjectId.zeroId();
  private ObjectId two = ObjectId.zeroId();

  ForeignMovesTest() throws IOException {
    kit = new RefsKit(TestingServer.shared());
    RefSettings settings =
        new RefSettings(1, Duration.ZERO, BETWEEN, Duration.ofSeconds(5), Duration.ofMinutes(10));
    ForeignSightings sightings =
        new ForeignSightings(
            clock,
            kit.get(Homes.class),
            kit.get(NodeSessions.class),
            settings,
            new Caches(new SimpleMeterRegistry()));
    DiskRefs disk = kit.get(DiskRefs.class);
    foreign =
        new ForeignMoves(
            kit.get(RefMovePool.class),
            kit.get(RefRows.class),
            disk,
            kit.get(Recovery.class),
            sightings,
            kit.get(Outbox.class));
    refs =
        new Refs(
            disk,
            kit.get(MoveReplay.class),
            foreign,
            kit.get(CurrentCaller.class),
            kit.get(SharedHomeBulkhead.class),
            settings,
            new Caches(new SimpleMeterRegistry()));
  }

  @BeforeEach
  void storeRefs() throws Exception {
    one = kit.commit("one");
    two = kit.commit("two");
    kit.git().git("update-ref", MAIN, one.name());
    kit.git().git("update-ref", TOPIC, one.name());
    kit.git().git("pack-refs", "--all");
    List<Move> moves = List.of(Move.of(RefsKit.add(MAIN, one)), Move.of(RefsKit.add(TOPIC, one)));
    PendingUpdate update =
        new PendingUpdate(
            UUID.randomUUID(),
            kit.repositoryId,
            UUID.randomUUID(),
            RefCause.IMPORT.text(),
            RefsKit.ADA,
            null,
            moves);
    RefRows rows = kit.get(RefRows.class);
    kit.get(RefMovePool.class)
        .<Boolean, RuntimeException>transaction(transaction -> {
          rows.writeMoves(
              transaction, rows.lock(transaction, kit.repositoryId).orElseThrow(), update, moves);
          transaction
              .sql("delete from outbox_event where repository_id = ?")
              .param(kit.repositoryId)
              .update();
          return true;
        });
  }

  @Test
  void areNotWrittenDownWhilePackedRefsCannotBeSeen() throws IOException {
    RefSnapshot before = refs.snapshot(kit.repositoryId);
    Path hidden = hidePackedRefs();
    assertThat(refs.snapshot(kit.repositoryId)).isSameAs(before);
    pass(BETWEEN.minusMillis(1));
    assertThat(refs.snapshot(kit.repositoryId)).isSameAs(before);
    Files.move(hidden, kit.directory().resolve("packed-refs"));
    assertThat(refs.snapshot(kit.repositoryId)).isSameAs(before);
    // What was seen before counts no more.
    hidePackedRefs();
    pass(BETWEEN.multipliedBy(2));
    assertThat(refs.snapshot(kit.repositoryId)).isSameAs(before);
    assertThat(kit.version()).isEqualTo(before.version());
    assertThat(found()).isEmpty();
  }

  @Test
  void areWrittenDownAfterTwoLooksFarEnoughApart() throws IOException {
    RefSnapshot before = refs.snapshot(kit.repositoryId);
    kit.git().git("update-ref", MAIN, two.name());
    assertThat(refs.snapshot(kit.repositoryId)).isSameAs(before);
    pass(BETWEEN);
    kit.git().git("update-ref", TOPIC, two.name());
    RefSnapshot after = refs.snapshot(kit.repositoryId);
    assertThat(after.find(MAIN).orElseThrow().id()).isEqualTo(two);
    assertThat(after.find(TOPIC).orElseThrow().id()).as("seen once").isEqualTo(one);
    assertThat(found()).containsExactly(MAIN);
    pass(BETWEEN);
    assertThat(refs.snapshot(kit.repositoryId).find(TOPIC).orElseThrow().id()).isEqualTo(two);
    assertThat(found()).containsExactly(MAIN, TOPIC);
  }

  @Test
  void areNotWrittenDownFromTheFirstReading() throws IOException {
    kit.git().git("update-ref", MAIN, two.name());
    RefSnapshot first = refs.snapshot(kit.repositoryId);
    pass(BETWEEN.multipliedBy(3));
    assertThat(refs.snapshot(kit.repositoryId)).isSameAs(first);
    assertThat(found()).isEmpty();
  }

  @Test
  void areNotWrittenDownIfRefsWerePackedBetweenTheLooks() throws IOException {
    RefSnapshot before = refs.snapshot(kit.repositoryId);
    kit.git().git("update-ref", MAIN, two.name());
    assertThat(foreign.compare(kit.repositoryId, before)).isEqualTo(WAITING);
    kit.get(RefPacking.class).pack(kit.repositoryId);
    pass(BETWEEN);
    assertThat(foreign.compare(kit.repositoryId, before)).isEqualTo(WAITING);
    pass(BETWEEN);
    assertThat(foreign.compare(kit.repositoryId, before)).isEqualTo(WRITTEN);
  }

  @Test
  void areLeftToAnUpdateThatIsUnderWay() throws Exception {
    RefSnapshot before = refs.snapshot(kit.repositoryId);
    kit.git().git("update-ref", MAIN, two.name());
    Optional<ForeignRefMoves.Outcome> during =
        kit.get(RefMovePool.class)
            .<Optional<ForeignRefMoves.Outcome>, IOException>transaction(transaction -> {
              kit.get(RefRows.class).lock(transaction, kit.repositoryId);
              return Optional.of(foreign.compare(kit.repositoryId, before));
            });
    assertThat(during).contains(UNKNOWN);
    assertThat(found()).isEmpty();
  }

  @Test
  void areWrittenDownAtOnceForWhoAsksForIt() throws IOException {
    refs.snapshot(kit.repositoryId);
    kit.git().git("update-ref", MAIN, two.name());
    kit.git().git("update-ref", "-d", TOPIC);
    kit.git().git("update-ref", "refs/heads/new", two.name());
    kit.git().git("symbolic-ref", "HEAD", "refs/heads/new");
    RefSnapshot after = refs.reread(kit.repositoryId);
    assertThat(after.find(MAIN).orElseThrow().id()).isEqualTo(two);
    assertThat(after.find(TOPIC)).isEmpty();
    assertThat(after.headTarget()).isEqualTo("refs/heads/new");
    assertThat(found()).contains(MAIN, TOPIC, "refs/heads/new");
    long version = kit.version();
    assertThat(refs.reread(kit.repositoryId)).isSameAs(after);
    assertThat(kit.version()).isEqualTo(version);
  }

  @Test
  void mustStandLongerOnANetworkFileSystem() {
    assertThat(ForeignSightings.between("ext4")).isEqualTo(Duration.ofSeconds(10));
    assertThat(ForeignSightings.between("overlay")).isEqualTo(Duration.ofSeconds(10));
    assertThat(ForeignSightings.between("nfs4")).isEqualTo(Duration.ofSeconds(70));
    assertThat(ForeignSightings.between("fuse.bindfs")).isEqualTo(Duration.ofSeconds(70));
  }

  private Path hidePackedRefs() throws IOException {
    return Files.move(
        kit.directory().resolve("packed-refs"), kit.directory().resolve("packed-refs.hidden"));
  }

  private void pass(Duration time) {
    clock.pass(time);
  }

  private List<String> found() {
    return kit.sql()
        .sql(
            """
            select distinct ref_name from ref_move
             where repository_id = ? and cause = ? and ref_name <> 'HEAD' order by ref_name
            """)
        .params(kit.repositoryId, RefCause.FOUND_ON_DISK.text())
        .query((row, _) -> row.getString(1))
        .list();
  }
}
