package org.packhouse.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.packhouse.cluster.Leases.Lease;

/** The contract of every {@link Leases}. */
public abstract class LeasesContract {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** Returns the same leases during one test. */
  protected abstract Leases leases();

  protected abstract UUID holder();

  /** Advances time for the leases. */
  protected abstract void pass(Duration duration);

  /** Connects to the database that stores the results of work. */
  protected abstract Connection connect() throws SQLException;

  @Test
  void isHeldInATransactionUntilItIsLost() throws SQLException {
    try (Connection storing = connect()) {
      Lease slow = leases().acquire("repack", MINUTE).orElseThrow();
      assertThat(slow.isHeldIn(storing)).isTrue();
      pass(MINUTE.plusSeconds(1));
      assertThat(slow.isHeldIn(storing)).as("ran out").isFalse();
      Lease next = leases().acquire("repack", MINUTE).orElseThrow();
      assertThat(slow.isHeldIn(storing)).as("another's").isFalse();
      assertThat(next.isHeldIn(storing)).isTrue();
      next.close();
      assertThat(next.isHeldIn(storing)).as("given back").isFalse();
    }
  }

  @Test
  void givesALeaseToOneAtATime() {
    try (Lease held = leases().acquire("repack", MINUTE).orElseThrow()) {
      assertThat(leases().acquire("repack", MINUTE)).isEmpty();
      assertThat(leases().acquire("import", MINUTE)).isPresent();
      assertThat(held.renew(MINUTE)).isTrue();
    }
    assertThat(leases().acquire("repack", MINUTE)).isPresent();
  }

  @Test
  void countsHowOftenItWasGiven() {
    long first;
    try (Lease held = leases().acquire("repack", MINUTE).orElseThrow()) {
      first = held.counter();
    }
    try (Lease held = leases().acquire("repack", MINUTE).orElseThrow()) {
      assertThat(held.counter()).isGreaterThan(first);
    }
  }

  @Test
  void takesItFromOneWhoDoesNotRenew() {
    Lease slow = leases().acquire("repack", MINUTE).orElseThrow();
    pass(MINUTE.plusSeconds(1));
    Lease next = leases().acquire("repack", MINUTE).orElseThrow();
    assertThat(slow.renew(MINUTE)).isFalse();
    slow.close();
    assertThat(next.renew(MINUTE)).isTrue();
    assertThat(leases().acquire("repack", MINUTE)).isEmpty();
  }

  @Test
  void endsAllThatAMemberHoldsAndNoOthers() {
    Lease repack = leases().acquire("repack", MINUTE).orElseThrow();
    Lease other = leases().acquire("import", MINUTE).orElseThrow();
    leases().endAllOf(UUID.randomUUID());
    assertThat(repack.renew(MINUTE)).isTrue();

    leases().endAllOf(holder());
    assertThat(repack.renew(MINUTE)).isFalse();
    assertThat(other.renew(MINUTE)).isFalse();
    Lease next = leases().acquire("repack", MINUTE).orElseThrow();
    assertThat(next.counter()).isGreaterThan(repack.counter());
    repack.close();
    assertThat(next.renew(MINUTE)).isTrue();
  }

  @Test
  void givesItToOneOfManyWhoAskAtOnce() throws InterruptedException, ExecutionException {
    Callable<Optional<Lease>> ask = () -> leases().acquire("repack", MINUTE);
    int winners = 0;
    try (ExecutorService nodes = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<Optional<Lease>>> all = Stream.generate(() -> ask).limit(50).toList();
      for (Future<Optional<Lease>> result : nodes.invokeAll(all)) {
        winners += result.get().isPresent() ? 1 : 0;
      }
    }
    assertThat(winners).isEqualTo(1);
  }
}
