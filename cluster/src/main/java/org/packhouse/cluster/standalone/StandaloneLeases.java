package org.packhouse.cluster.standalone;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.packhouse.cluster.Leases;

/** Leases among the threads of the only node. */
public final class StandaloneLeases implements Leases {

  private final Clock clock;
  private final ConcurrentMap<String, Grant> grants = new ConcurrentHashMap<>();

  /** Leases that run out by that clock. */
  public StandaloneLeases(Clock clock) {
    this.clock = clock;
  }

  /** Who holds a lease until when; the counter stays when it is given back. */
  private record Grant(long counter, Instant until) {}

  @Override
  public Optional<Lease> acquire(String name, Duration duration) {
    Instant now = clock.instant();
    long[] taken = {0};
    grants.compute(
        name,
        (key, old) -> {
          if (old != null && now.isBefore(old.until())) {
            return old;
          }
          taken[0] = old == null ? 1 : old.counter() + 1;
          return new Grant(taken[0], now.plus(duration));
        });
    return taken[0] == 0 ? Optional.empty() : Optional.of(new Held(name, taken[0]));
  }

  private final class Held implements Lease {

    private final String name;
    private final long counter;

    Held(String name, long counter) {
      this.name = name;
      this.counter = counter;
    }

    @Override
    public long counter() {
      return counter;
    }

    @Override
    public boolean renew(Duration duration) {
      return holdUntil(clock.instant().plus(duration));
    }

    @Override
    public void close() {
      boolean _ = holdUntil(Instant.EPOCH);
    }

    private boolean holdUntil(Instant until) {
      Instant now = clock.instant();
      boolean[] held = {false};
      grants.computeIfPresent(
          name,
          (key, grant) -> {
            held[0] = grant.counter() == counter && now.isBefore(grant.until());
            return held[0] ? new Grant(counter, until) : grant;
          });
      return held[0];
    }
  }
}
