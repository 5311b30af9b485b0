package org.packhouse.app.storage.refs.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.packhouse.app.storage.refs.RefsKit.add;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.eclipse.jgit.lib.ObjectId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.packhouse.app.platform.node.Homes;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.storage.refs.Move;
import org.packhouse.app.storage.refs.RefsKit;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.Leases.Lease;
import org.packhouse.cluster.postgresql.PostgresLeases;
import org.packhouse.hooks.RefChange;

/** Recovery of what a dead node has left: rows, directories, refs that moved. */
class RecoveryTest {

  private static final String MAIN = "refs/heads/main";
  private static final String TOPIC = "refs/heads/topic";

  private final UUID session = UUID.randomUUID();
  private RefsKit kit;
  private Path left;
  private ObjectId one;
  private ObjectId two;

  @BeforeEach
  void makeRepositoryAndSession() throws IOException {
    kit = new RefsKit(TestingServer.shared());
    left = kit.get(Homes.class).repositories().resolve("incoming").resolve(session.toString());
    Files.createDirectories(left);
    kit.sql()
        .sql("insert into node_session (id, node_name, address) values (?, 'gone', 'process 0')")
        .param(session)
        .update();
    one = kit.commit("one");
    two = kit.commit("two");
    kit.apply(add(MAIN, one), add(TOPIC, one));
  }

  @AfterEach
  void endSession() {
    kit.sql().sql("delete from pending_ref_update where node_session = ?").param(session).update();
    kit.sql().sql("delete from node_session where id = ?").param(session).update();
  }

  @Test
  void finishesTheUpdateThatHadTheLockAndNotTheOneThatWaitedWithTheSameWish() throws IOException {
    long version = kit.version();
    PendingUpdate waited = pending(new RefChange(MAIN, one, two));
    UUID finished =
        movedFirstOf(new RefChange(MAIN, one, two), new RefChange(TOPIC, one, two)).id();
    recover();
    assertThat(refs()).containsExactly(MAIN + " " + two.name(), TOPIC + " " + two.name());
    assertThat(kit.version()).isEqualTo(version + 1);
    assertThat(movesOf(finished)).containsExactlyInAnyOrder(MAIN, TOPIC);
    assertThat(movesOf(waited.id())).isEmpty();
  }

  @Test
  void leavesTheRowsThatBelongToAMoveToTheOneWhoWaitsForIt() throws IOException, SQLException {
    PendingUpdate update = movedFirstOf(new RefChange(MAIN, one, two));
    Recovery recovery = kit.get(Recovery.class);
    recovery.decide(update);
    assertThat(movesOf(update.id())).containsExactly(MAIN);
    List<RefChange> written = new ArrayList<>();
    assertThatThrownBy(() ->
            recovery.decideWith(
                update,
                moved -> {
                  throw new IllegalStateException("no rows");
                }))
        .hasRootCauseMessage("no rows");
    recovery.decideWith(update, written::addAll);
    recovery.decideWith(update, written::addAll);
    assertThat(written).containsExactly(new RefChange(MAIN, one, two));
  }

  @Test
  void writesTheRowsOfACallerWithAMoveThatItCarriesOn() throws IOException, SQLException {
    PendingUpdate update =
        movedFirstOf(new RefChange(MAIN, one, two), new RefChange(TOPIC, one, two));
    List<RefChange> written = new ArrayList<>();
    kit.get(Recovery.class).decideWith(update, written::addAll);
    kit.get(Recovery.class).decideWith(update, written::addAll);
    assertThat(written)
        .containsExactly(new RefChange(MAIN, one, two), new RefChange(TOPIC, one, two));
    assertThat(refs()).containsExactly(MAIN + " " + two.name(), TOPIC + " " + two.name());
  }

  @Test
  void endsTheLeasesOfADeadNodeWhateverTheyLast() {
    Leases dead = new PostgresLeases(kit.get(DataSource.class), () -> session);
    String name = "housekeeping/" + session;
    Lease held = dead.acquire(name, Duration.ofHours(6)).orElseThrow();
    assertThat(kit.get(Leases.class).acquire(name, Duration.ofMinutes(1))).isEmpty();

    recover();
    assertThat(held.renew(Duration.ofHours(6))).isFalse();
    try (Lease taken = kit.get(Leases.class).acquire(name, Duration.ofMinutes(1)).orElseThrow()) {
      assertThat(taken.counter()).isGreaterThan(held.counter());
    }
  }

  @Test
  void endsADeadNodeThoughAnUpdateOfAnotherCannotBeDecided() throws IOException {
    PendingUpdate update = movedFirstOf(new RefChange(MAIN, one, two));
    Path broken = kit.directory().resolve(MAIN);
    Files.writeString(broken, "no object id\n");
    UUID other = UUID.randomUUID();
    for (UUID dead : List.of(session, other)) {
      kit.sql()
          .sql(
              """
              insert into node_session (id, node_name, address, heartbeat_at)
              values (?, 'gone', 'process 0', now() - interval '1 hour')
              on conflict (id) do update set heartbeat_at = excluded.heartbeat_at
              """)
          .param(dead)
          .update();
    }
    kit.sql()
        .sql(
            """
            insert into outbox_event (type, listener, repository_id, payload, claimed_by)
            values ('of another version', 'nobody', ?, '{}', ?)
            """)
        .params(kit.repositoryId, session)
        .update();
    kit.get(RecoveryLifecycle.class).recover();
    assertThat(kit.get(NodeSessions.class).known()).contains(session);
    Awaitility.await()
        .untilAsserted(() -> {
          assertThat(kit.get(NodeSessions.class).known()).doesNotContain(other);
          assertThat(claimsOf(session)).as("claims of the one that stays").isZero();
        });

    Files.writeString(broken, two.name() + "\n");
    recover();
    assertThat(movesOf(update.id())).containsExactly(MAIN);
    kit.sql().sql("delete from outbox_event where listener = 'nobody'").update();
  }

  private long claimsOf(UUID dead) {
    return kit.sql()
        .sql("select count(*) from outbox_event where claimed_by = ?")
        .param(dead)
        .query(Long.class)
        .single();
  }

  @Test
  void dropsTheUpdateThatTheFinishedOneConflictsWith() throws IOException {
    long version = kit.version();
    ObjectId three = kit.commit("three");
    PendingUpdate dropped =
        pending(new RefChange(MAIN, one, three), add("refs/heads/never", three));
    movedFirstOf(new RefChange(MAIN, one, two), new RefChange(TOPIC, one, two));
    PendingUpdate later = pending(new RefChange(TOPIC, one, three));
    recover();
    assertThat(refs()).containsExactly(MAIN + " " + two.name(), TOPIC + " " + two.name());
    assertThat(kit.version()).isEqualTo(version + 1);
    assertThat(movesOf(dropped.id())).isEmpty();
    assertThat(movesOf(later.id())).isEmpty();
  }

  @Test
  void removesWhatAGitCommandMadeAfterItsSessionWasFenced() throws IOException {
    Files.createDirectories(left.resolveSibling(session + ".fenced").resolve("1-quarantine/pack"));
    Files.createDirectories(left.resolve("1-quarantine/pack"));
    Files.writeString(left.resolve("1-quarantine/pack/tmp_idx_000001"), "late");
    recover();
  }

  /** Lets the session die, and waits until nothing is left of it. */
  private void recover() {
    kit.sql()
        .sql("update node_session set heartbeat_at = now() - interval '1 hour' where id = ?")
        .param(session)
        .update();
    // The server's own round may have come first; then this one finds nothing to do.
    kit.get(RecoveryLifecycle.class).recover();
    Awaitility.await()
        .untilAsserted(() -> {
          assertThat(kit.get(NodeSessions.class).known()).doesNotContain(session);
          assertThat(left).doesNotExist();
          assertThat(left.resolveSibling(session + ".fenced")).doesNotExist();
        });
  }

  private PendingUpdate pending(RefChange... changes) throws IOException {
    PendingUpdate update =
        new PendingUpdate(
            UUID.randomUUID(),
            kit.repositoryId,
            session,
            "test",
            RefsKit.ADA,
            null,
            List.of(changes).stream().map(Move::of).toList());
    kit.get(RefRows.class).insertPending(kit.sql(), update);
    Files.createDirectories(left.resolve(update.id() + ".waiting/files"));
    return update;
  }

  /** An update that had the lock; its first ref is at the new value, and no row says so. */
  private PendingUpdate movedFirstOf(RefChange... changes) throws IOException {
    PendingUpdate update = pending(changes);
    Files.move(left.resolve(update.id() + ".waiting"), left.resolve(update.id() + ".moving"));
    Move first = update.changes().getFirst();
    Files.writeString(kit.directory().resolve(first.ref()), first.content());
    return update;
  }

  private List<String> refs() {
    return kit.git().git("for-each-ref", "--format=%(refname) %(objectname)").lines().toList();
  }

  private List<String> movesOf(UUID update) {
    return kit.sql()
        .sql("select ref_name from ref_move where update_id = ?")
        .param(update)
        .query((row, number) -> row.getString(1))
        .list();
  }
}
