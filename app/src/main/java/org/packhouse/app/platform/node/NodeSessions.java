package org.packhouse.app.platform.node;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.node.SessionRows.Row;
import org.packhouse.cluster.NodeState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The sessions of server processes. Each process has one, kept alive by a heartbeat in PostgreSQL,
 * by whose clock a session is dead after {@link #DEAD_AFTER}; at once if it used this process's
 * home, which serves one process at a time. A process taken for dead continues under a new session.
 *
 * <p>Nothing of the server starts before its session, which begins only if this node shares the
 * home of the others and the database, and its name is unique. Running nodes log refusals.
 */
@Component
public class NodeSessions implements OwnSession, SmartLifecycle, StateSource {

  static final Duration BEAT_EVERY = Duration.ofSeconds(10);
  static final Duration DEAD_AFTER = Duration.ofSeconds(40);

  /** A process without a heartbeat for this long takes itself for dead. */
  private static final Duration SURELY_ALIVE = Duration.ofSeconds(30);

  /** Before anything that serves requests or works in the background. */
  static final int PHASE = -1000;

  private static final Logger LOG = LoggerFactory.getLogger(NodeSessions.class);

  private final SessionRows rows;
  private final TransactionTemplate transaction;
  private final Homes homes;
  private final HomeLock lock;
  private final ClusterIdentity cluster;
  private final Neighbors neighbors;
  private final ClusterRoundTrips rounds;
  private final SharedHomeProbe probe;
  private final DeadSessions dead;
  private final ScheduledExecutorService beats = everyBeat("node-heartbeat");

  /** Separate from the heartbeat, because a hanging shared home blocks it. */
  private final ScheduledExecutorService watch = everyBeat("node-watch");

  private volatile @Nullable UUID session;
  private volatile @Nullable String rival;
  private volatile Beats unbroken = new Beats(System.nanoTime(), System.nanoTime());

  NodeSessions(
      JdbcClient sql,
      PlatformTransactionManager transactions,
      Homes homes,
      NodeNameSettings settings,
      SharedHomeProbe probe,
      ApplicationEventPublisher events) {
    this.rows = new SessionRows(sql, DEAD_AFTER);
    this.transaction = new TransactionTemplate(transactions);
    this.homes = homes;
    this.lock = new HomeLock(homes.local(), settings.name());
    this.cluster = new ClusterIdentity(sql, homes);
    this.neighbors = new Neighbors(rows, homes);
    this.rounds = new ClusterRoundTrips(sql, homes);
    this.probe = probe;
    this.dead = new DeadSessions(rows, transaction, neighbors, events);
  }

  private static ScheduledExecutorService everyBeat(String thread) {
    return Executors.newSingleThreadScheduledExecutor(
        Thread.ofPlatform().daemon().name(thread).factory());
  }

  /** Heartbeats that all came before other nodes could take the process for dead. */
  private record Beats(long since, long last) {

    Beats and(long sent) {
      return new Beats(sent - last < SURELY_ALIVE.toNanos() ? since : sent, sent);
    }
  }

  @Override
  public UUID current() {
    UUID current = session;
    if (current == null) {
      throw new IllegalStateException("This node has not started its session");
    }
    return current;
  }

  @Override
  public boolean is(UUID id) {
    return id.equals(session);
  }

  @Override
  public boolean aliveSince(long nanoTime) {
    Beats beats = unbroken;
    return beats.since() - nanoTime <= 0
        && System.nanoTime() - beats.last() < SURELY_ALIVE.toNanos();
  }

  /** Returns the name, which survives restarts. */
  public String name() {
    return lock.nodeName();
  }

  public Set<UUID> known() {
    return new HashSet<>(rows.all());
  }

  /** Ends dead sessions, each with its row locked; one that cannot be ended is kept for later. */
  public void endDead(SessionCleanup cleanup) {
    dead.end(current(), cleanup);
  }

  @Override
  public void start() {
    lock.acquire();
    try {
      requireFitHome();
      cluster.check();
      startProbe();
      Row other = begin();
      if (other != null) {
        throw new StartRefusedException(nameIsTaken(other));
      }
      neighbors.begin();
      neighbors.verify(current());
    } catch (RuntimeException e) {
      giveUp(e);
      throw e;
    }
    long every = BEAT_EVERY.toMillis();
    var _ = beats.scheduleWithFixedDelay(this::beat, every, every, TimeUnit.MILLISECONDS);
    var _ = watch.scheduleWithFixedDelay(this::watch, every, every, TimeUnit.MILLISECONDS);
  }

  private void requireFitHome() {
    try {
      Optional<String> refusal = Mounts.ofThisProcess().refusal(homes.shared().toRealPath());
      if (refusal.isPresent()) {
        throw new StartRefusedException(refusal.get());
      }
    } catch (IOException e) {
      throw new StartRefusedException(
          "The shared home %s cannot be used: %s.".formatted(homes.shared(), e), e);
    }
  }

  private void startProbe() {
    try {
      probe.start();
    } catch (IOException e) {
      throw new StartRefusedException(
          "The shared home %s cannot be written and read: %s.".formatted(homes.shared(), e), e);
    }
  }

  private String nameIsTaken(Row other) {
    return "The node %s runs and has the name of this one, as after a copy of its home; remove %s, or set node.name."
        .formatted(other.described(), homes.local().resolve("node.name"));
  }

  /**
   * Begins a session, or returns a live one of the same name after waiting for its sign of life.
   */
  private @Nullable Row begin() {
    UUID id = UUID.randomUUID();
    while (true) {
      long sent = System.nanoTime();
      Row other = transaction.execute(status -> insertUnlessTaken(id));
      if (other == null) {
        unbroken = new Beats(sent, sent);
        session = id;
        return null;
      }
      if (neighbors.lives(other)) {
        return other;
      }
      rows.expire(other);
    }
  }

  private @Nullable Row insertUnlessTaken(UUID id) {
    rows.lockNames();
    for (Row row : rows.living(null)) {
      boolean sameHome = lock.identity().equals(row.lock());
      if (sameHome || (row.lock() == null && row.name().equals(name()))) {
        rows.expire(row);
      } else if (row.name().equals(name())) {
        return row;
      }
    }
    rows.insert(id, name(), lock.identity(), probe.file());
    return null;
  }

  private void giveUp(RuntimeException failure) {
    try {
      UUID begun = session;
      if (begun != null) {
        rows.delete(begun);
      }
      if (failure instanceof StartRefusedException) {
        rows.refused(name(), String.valueOf(failure.getMessage()));
      }
    } catch (DataAccessException e) {
      LOG.debug("The refusal could not be recorded for the other nodes", e);
    }
    session = null;
    probe.close();
    lock.release();
  }

  private void beat() {
    long sent = System.nanoTime();
    try {
      if (!rows.beat(current())) {
        LOG.warn("Session {} was taken for dead; going on under a new one", current());
        Row other = begin();
        rival = other == null ? null : nameIsTaken(other);
      } else {
        unbroken = unbroken.and(sent);
      }
    } catch (RuntimeException e) {
      LOG.warn("Heartbeat failed: {}", e.getMessage());
    }
  }

  private void watch() {
    try {
      neighbors.watch(current());
      rounds.respond(current(), name());
    } catch (RuntimeException e) {
      LOG.warn("The other nodes cannot be read: {}", e.getMessage());
    }
  }

  /** Fails if another node uses this name, or this session may have been taken for dead. */
  @Override
  public @Nullable NodeState demand() throws IOException {
    if (session != null && System.nanoTime() - unbroken.last() >= SURELY_ALIVE.toNanos()) {
      throw new IOException(
          "This node could not say for %d s that it lives; it serves again after its next heartbeat."
              .formatted(SURELY_ALIVE.toSeconds()));
    }
    String found = rival;
    if (found != null) {
      throw new IOException(found);
    }
    return null;
  }

  @Override
  public void stop() {
    beats.shutdownNow();
    watch.shutdownNow();
    try {
      rows.delete(current());
    } catch (DataIntegrityViolationException e) {
      LOG.info("The session remains: another node will clean up after it");
    } catch (DataAccessException e) {
      LOG.warn("The session could not be ended: {}", e.getMessage());
    }
    session = null;
    probe.close();
    lock.release();
  }

  @Override
  public boolean isRunning() {
    return session != null;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }

  @FunctionalInterface
  public interface SessionCleanup {
    /** Cleans up; an exception keeps the session for a later attempt. */
    void clearUpAfter(UUID session);
  }
}
