package org.packhouse.cluster.postgresql;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.packhouse.cluster.Member;
import org.packhouse.cluster.Membership;
import org.packhouse.cluster.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Members by fresh rows in PostgreSQL. While the database is away they stay the same. */
public final class PostgresMembership implements Membership, AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(PostgresMembership.class);

  private final Supplier<Member> self;
  private final Supplier<Set<Member>> living;
  private final Duration every;
  private final List<Consumer<Set<Member>>> listeners = new CopyOnWriteArrayList<>();
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("membership").factory());
  private volatile Set<Member> others = Set.of();

  /** Takes this node, a reader of members with fresh rows, and the delay between reads. */
  public PostgresMembership(Supplier<Member> self, Supplier<Set<Member>> living, Duration every) {
    this.self = self;
    this.living = living;
    this.every = every;
  }

  /** Starts reading, once this node has a session. */
  public void start() {
    var _ = thread.scheduleWithFixedDelay(this::look, 0, every.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      Set<Member> found = new HashSet<>(living.get());
      Member own = self.get();
      found.removeIf(member -> member.id().equals(own.id()));
      if (!found.equals(others)) {
        others = Set.copyOf(found);
        listeners.forEach(this::tell);
      }
    } catch (RuntimeException e) {
      LOG.debug("Cannot read the cluster's nodes", e);
    }
  }

  private void tell(Consumer<Set<Member>> listener) {
    try {
      listener.accept(members());
    } catch (RuntimeException e) {
      LOG.error("A membership listener failed", e);
    }
  }

  @Override
  public Member self() {
    return self.get();
  }

  @Override
  public Set<Member> members() {
    Set<Member> all = new HashSet<>(others);
    all.add(self());
    return Set.copyOf(all);
  }

  @Override
  public Subscription onChange(Consumer<Set<Member>> listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
