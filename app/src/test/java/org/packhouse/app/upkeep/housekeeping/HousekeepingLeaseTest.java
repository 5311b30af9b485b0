package org.packhouse.app.upkeep.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.packhouse.app.storage.objects.RepositoryDirectories;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.Leases.Lease;
import org.springframework.jdbc.core.simple.JdbcClient;

class HousekeepingLeaseTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  @TempDir private Path temporary;

  private final TestingServer server = TestingServer.shared();
  private HousekeepingKit kit;

  @BeforeEach
  void pushSomething() {
    kit = new HousekeepingKit(server, temporary);
    kit.push(3);
  }

  private Lease lease() {
    return server.get(Leases.class).acquire("test/" + kit.repository.id(), MINUTE).orElseThrow();
  }

  private OffsetDateTime lastRepack() {
    return server
        .get(JdbcClient.class)
        .sql("select last_repack_at from housekeeping where repository_id = ?")
        .param(kit.repository.id())
        .query(OffsetDateTime.class)
        .single();
  }

  private void makeDue() {
    server
        .get(JdbcClient.class)
        .sql("update housekeeping set pushes_since = 1000 where repository_id = ?")
        .param(kit.repository.id())
        .update();
  }

  /** Leases of a node that is slow: before it gets one, something happens elsewhere. */
  private final class LateLeases implements Leases {

    private final Runnable meanwhile;

    LateLeases(Runnable meanwhile) {
      this.meanwhile = meanwhile;
    }

    @Override
    public Optional<Lease> acquire(String name, Duration duration) {
      if (name.equals("housekeeping/" + kit.repository.id())) {
        meanwhile.run();
      }
      return server.get(Leases.class).acquire(name, duration);
    }

    @Override
    public void endAllOf(UUID holder) {
      server.get(Leases.class).endAllOf(holder);
    }
  }

  private Housekeeping node(Leases leases) {
    return new Housekeeping(
        server.get(HousekeepingRows.class),
        leases,
        server.get(RepositoryDirectories.class),
        server.get(PackUpkeep.class),
        server.get(DerivedRows.class),
        server.get(RepositoryDamage.class));
  }

  @Test
  void listsNothingUnderALeaseThatIsAnothers() throws IOException {
    Lease lost = lease();
    PackOwner late = kit.owner.under(lost);
    lost.close();
    Lease others = lease();
    Repacking repacking = server.get(Repacking.class);
    assertThatThrownBy(() -> repacking.run(late, kit.directory, true))
        .isInstanceOf(LostLeaseException.class);
    assertThat(server.get(SupersededRows.class).names(kit.owner)).isEmpty();
    assertThat(repacking.run(kit.owner.under(others), kit.directory, true)).isTrue();
    assertThat(server.get(SupersededRows.class).names(kit.owner)).isNotEmpty();
    others.close();
  }

  @Test
  void notesNeitherSuccessNorFailureUnderALeaseThatIsAnothers() {
    HousekeepingRows rows = server.get(HousekeepingRows.class);
    long id = kit.repository.id();
    Backlog before = rows.find(id).orElseThrow();
    Lease lost = lease();
    lost.close();
    assertThatThrownBy(() -> rows.succeeded(lost, id, before, true))
        .isInstanceOf(LostLeaseException.class);
    assertThatThrownBy(() -> rows.failed(lost, id, before)).isInstanceOf(LostLeaseException.class);
    Backlog after = rows.find(id).orElseThrow();
    assertThat(after.failures()).isZero();
    assertThat(after.lastFullAt()).isNull();
    try (Lease held = lease()) {
      rows.failed(held, id, before);
      assertThat(rows.find(id).orElseThrow().failures()).isEqualTo(1);
    }
  }

  @Test
  void doesARepositoryOnceThoughTwoNodesFindItDue() {
    makeDue();
    Housekeeping quick = node(server.get(Leases.class));
    OffsetDateTime[] done = new OffsetDateTime[1];
    Housekeeping slow =
        node(
            new LateLeases(() -> {
              if (done[0] == null) {
                assertThat(quick.run(kit.repository.id(), false)).isTrue();
                done[0] = lastRepack();
              }
            }));
    slow.runIfDue(kit.repository.id());
    assertThat(done[0]).isNotNull().isEqualTo(lastRepack());
    kit.assertSound();
  }
}
