package org.packhouse.app.platform.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.packhouse.app.testing.TestingProjects;
import org.packhouse.app.testing.TestingServer;
import org.packhouse.cluster.Leases;
import org.packhouse.cluster.Leases.Lease;
import org.springframework.jdbc.core.simple.JdbcClient;

class DatabaseLeasesTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final JdbcClient jdbc = TestingServer.shared().get(JdbcClient.class);
  private final Leases leases = leases(Clock.systemUTC());
  private final String name = TestingProjects.name("lease");

  private Leases leases(Clock clock) {
    return new DatabaseLeases(jdbc, UUID.randomUUID(), clock);
  }

  @Test
  void givesALeaseToOneNodeAtATime() {
    long first;
    try (Lease held = leases.acquire(name, MINUTE).orElseThrow()) {
      assertThat(leases(Clock.systemUTC()).acquire(name, MINUTE)).isEmpty();
      assertThat(held.renew(MINUTE)).isTrue();
      first = held.counter();
    }
    try (Lease held = leases(Clock.systemUTC()).acquire(name, MINUTE).orElseThrow()) {
      assertThat(held.counter()).isGreaterThan(first);
    }
  }

  @Test
  void takesItFromOneWhoDoesNotRenew() {
    Lease slow = leases.acquire(name, MINUTE).orElseThrow();
    Leases later = leases(Clock.offset(Clock.systemUTC(), Duration.ofSeconds(61)));
    Lease next = later.acquire(name, MINUTE).orElseThrow();
    assertThat(slow.renew(MINUTE)).isFalse();
    slow.close();
    assertThat(next.renew(MINUTE)).isTrue();
    assertThat(later.acquire(name, MINUTE)).isEmpty();
  }

  @Test
  void givesItToOneOfManyWhoAskAtOnce() throws Exception {
    Callable<Optional<Lease>> ask = () -> leases.acquire(name, MINUTE);
    int winners = 0;
    try (ExecutorService nodes = Executors.newFixedThreadPool(8)) {
      List<Callable<Optional<Lease>>> all = Stream.generate(() -> ask).limit(30).toList();
      for (Future<Optional<Lease>> answer : nodes.invokeAll(all)) {
        winners += answer.get().isPresent() ? 1 : 0;
      }
    }
    assertThat(winners).isEqualTo(1);
  }
}
