package org.packhouse.cluster.postgresql;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.SeenMembership;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Members by fresh rows in PostgreSQL. While the database is away they stay the same. */
public final class PostgresMembership extends SeenMembership implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PostgresMembership.class);

  private final Supplier<Set<Member>> living;
  private final Duration every;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("membership").factory());

  /** Takes this node, a reader of members with fresh rows, and the delay between reads. */
  public PostgresMembership(Supplier<Member> self, Supplier<Set<Member>> living, Duration every) {
    super(self);
    this.living = living;
    this.every = every;
  }

  /** Starts reading, once this node has a session. */
  public void start() {
    var _ = thread.scheduleWithFixedDelay(this::look, 0, every.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      see(living.get());
    } catch (RuntimeException e) {
      LOG.debug("Cannot read the cluster's nodes", e);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
