package org.packhouse.app.platform.node;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
 * The running server processes. A process has one session at a time, kept alive by a heartbeat in
 * PostgreSQL, whose clock alone counts; one that was taken for dead, because it stood still for too
 * long, goes on under a new one. A session is dead when its heartbeat is older than {@link
 * #DEAD_AFTER}, or at once when it belongs to the home of this process: a home serves one process
 * at a time.
 */
@Component
public class NodeSessions implements OwnSession, SmartLifecycle {

  static final Duration BEAT_EVERY = Duration.ofSeconds(10);
  static final Duration DEAD_AFTER = Duration.ofSeconds(40);

  /** A process that could not say for so long that it is alive takes itself for dead. */
  private static final Duration SURELY_ALIVE = Duration.ofSeconds(30);

  /** Before anything that serves or works in the background. */
  static final int PHASE = -1000;

  private static final Logger LOG = LoggerFactory.getLogger(NodeSessions.class);

  private final JdbcClient sql;
  private final TransactionTemplate transaction;
  private final HomeLock lock;
  private final ApplicationEventPublisher events;
  private final ScheduledExecutorService beats =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("node-heartbeat").factory());
  private volatile @Nullable UUID session;
  private volatile Beats unbroken = new Beats(System.nanoTime(), System.nanoTime());

  NodeSessions(
      JdbcClient sql,
      PlatformTransactionManager transactions,
      Homes homes,
      ApplicationEventPublisher events) {
    this.sql = sql;
    this.transaction = new TransactionTemplate(transactions);
    this.lock = new HomeLock(homes.local());
    this.events = events;
  }

  /**
   * Heartbeats, each of which came before anybody could take the process for dead after the one
   * before.
   *
   * @param since when the first was sent
   * @param last when the last was sent
   */
  private record Beats(long since, long last) {

    Beats and(long sent) {
      return new Beats(sent - last < SURELY_ALIVE.toNanos() ? since : sent, sent);
    }
  }

  /** This process's session: its row in {@code node_session} is there. */
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

  /** Every session that has a row, dead or not. */
  public Set<UUID> known() {
    return new HashSet<>(sql.sql("select id from node_session").query(UUID.class).list());
  }

  /**
   * Finds the sessions that are dead and ends each: calls the undertaker with the session's row
   * locked, so that no other node does the same, then deletes the row.
   */
  public void endDead(Undertaker undertaker) {
    for (UUID dead : dead()) {
      if (Boolean.TRUE.equals(transaction.execute(status -> end(dead, undertaker)))) {
        events.publishEvent(new SessionEnded(dead));
      }
    }
  }

  private List<UUID> dead() {
    return sql.sql(
            """
            select id from node_session
             where id <> ? and (node_name = ? or heartbeat_at < now() - make_interval(secs => ?))
            """)
        .params(current(), lock.nodeName(), DEAD_AFTER.toSeconds())
        .query((row, number) -> row.getObject(1, UUID.class))
        .list();
  }

  private boolean end(UUID dead, Undertaker undertaker) {
    boolean stillDead =
        sql.sql(
                """
                select id from node_session
                 where id = ? and (node_name = ? or heartbeat_at < now() - make_interval(secs => ?))
                   for update skip locked
                """)
            .params(dead, lock.nodeName(), DEAD_AFTER.toSeconds())
            .query(UUID.class)
            .optional()
            .isPresent();
    if (stillDead) {
      undertaker.clearUpAfter(dead);
      sql.sql("delete from node_session where id = ?").param(dead).update();
      LOG.info("Cleared up after session {}, which had ended without doing so", dead);
    }
    return stillDead;
  }

  @Override
  public void start() {
    lock.acquire();
    begin();
    long every = BEAT_EVERY.toMillis();
    var _ = beats.scheduleWithFixedDelay(this::beat, every, every, TimeUnit.MILLISECONDS);
  }

  private void begin() {
    UUID id = UUID.randomUUID();
    long sent = System.nanoTime();
    sql.sql("insert into node_session (id, node_name, address) values (?, ?, ?)")
        .params(id, lock.nodeName(), "process " + ProcessHandle.current().pid())
        .update();
    unbroken = new Beats(sent, sent);
    session = id;
  }

  private void beat() {
    long sent = System.nanoTime();
    try {
      int beaten =
          sql.sql("update node_session set heartbeat_at = now() where id = ?")
              .param(current())
              .update();
      if (beaten == 0) {
        LOG.warn("Session {} was taken for dead; going on under a new one", current());
        begin();
      } else {
        unbroken = unbroken.and(sent);
      }
    } catch (DataAccessException e) {
      LOG.warn("Heartbeat failed: {}", e.getMessage());
    }
  }

  @Override
  public void stop() {
    beats.shutdownNow();
    try {
      sql.sql("delete from node_session where id = ?").param(current()).update();
    } catch (DataIntegrityViolationException e) {
      LOG.info("The session stays: what it began is left to whoever finds it dead");
    } catch (DataAccessException e) {
      LOG.warn("The session could not be ended: {}", e.getMessage());
    }
    session = null;
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

  /** Clears up behind a dead session. */
  @FunctionalInterface
  public interface Undertaker {
    /** Clears up; throwing leaves the session for a later try. */
    void clearUpAfter(UUID session);
  }
}
