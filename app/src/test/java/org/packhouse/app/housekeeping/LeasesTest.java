package org.packhouse.app.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.springframework.jdbc.core.simple.JdbcClient;

class LeasesTest {

  private final TestingServer server = TestingServer.shared();
  private final Leases leases = server.get(Leases.class);
  private final String name = TestingProjects.name("lease");

  @Test
  void isHeldByOneAtATime() {
    try (Leases.Lease held = leases.acquire(name).orElseThrow()) {
      assertThat(leases.acquire(name)).isEmpty();
      assertThat(held.renew()).isTrue();
    }
    try (Leases.Lease next = leases.acquire(name).orElseThrow()) {
      assertThat(next.renew()).isTrue();
    }
  }

  @Test
  void isLostToAnotherWhenItsTimeIsOver() {
    Leases.Lease lost = leases.acquire(name).orElseThrow();
    server
        .get(JdbcClient.class)
        .sql("update lease set expires_at = now() - interval '1 minute' where name = ?")
        .param(name)
        .update();
    try (Leases.Lease next = leases.acquire(name).orElseThrow()) {
      assertThat(lost.renew()).isFalse();
      lost.close();
      assertThat(next.renew()).isTrue();
      assertThat(leases.acquire(name)).isEmpty();
    }
  }
}
