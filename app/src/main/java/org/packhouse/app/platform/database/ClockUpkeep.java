package org.packhouse.app.platform.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.packhouse.app.platform.database.DatabaseClock.Sample;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Keeps the {@link DatabaseClock} at PostgreSQL's time. Queries it every ten seconds, and at once
 * after this machine's clock was set, because the machine may have slept. Requests never query it.
 */
final class ClockUpkeep implements SmartLifecycle {

  /** Before the session of this node begins. */
  static final int PHASE = -2000;

  private static final Logger LOG = LoggerFactory.getLogger(ClockUpkeep.class);
  private static final Duration EVERY = Duration.ofSeconds(10);
  private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
  private static final Duration MAX_STOP = Duration.ofSeconds(2);

  /** Queries per synchronisation; the one with the shortest round trip counts. */
  private static final int SAMPLES = 3;

  private final DatabaseClock clock;
  private final DataSource database;
  private final Semaphore wake = new Semaphore(0);
  private volatile Thread thread = Thread.ofPlatform().unstarted(this::work);
  private volatile boolean running;

  ClockUpkeep(DatabaseClock clock, DataSource database) {
    this.clock = clock;
    this.database = database;
  }

  /** Queries the time and sets the clock. */
  static void set(DatabaseClock clock, DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      Sample best = ask(clock, statement);
      for (int i = 1; i < SAMPLES; i++) {
        Sample next = ask(clock, statement);
        best = next.roundTrip() < best.roundTrip() ? next : best;
      }
      clock.follow(best);
    }
  }

  private static Sample ask(DatabaseClock clock, Statement statement) throws SQLException {
    long sent = clock.tick();
    try (ResultSet row = statement.executeQuery("select clock_timestamp()")) {
      long received = clock.tick();
      long machineMillis = clock.machineMillis();
      row.next();
      return new Sample(
          row.getObject(1, OffsetDateTime.class).toInstant(), sent, received, machineMillis);
    }
  }

  private void work() {
    boolean following = true;
    try {
      while (running) {
        long wait = (following ? EVERY : AFTER_FAILURE).toMillis();
        boolean woken = wake.tryAcquire(wait, TimeUnit.MILLISECONDS);
        wake.drainPermits();
        following = running && follow(following, woken);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean follow(boolean following, boolean jumped) {
    if (jumped) {
      LOG.info("This machine's clock was changed: the time is read from PostgreSQL again");
    }
    try {
      set(clock, database);
      return true;
    } catch (SQLException e) {
      if (following) {
        LOG.warn(
            "PostgreSQL does not say what time it is, which is counted on: {}", e.getMessage());
      }
      return false;
    }
  }

  @Override
  public void start() {
    running = true;
    clock.onJump(wake::release);
    thread = Thread.ofPlatform().daemon().name("database-clock").start(this::work);
  }

  @Override
  public void stop() {
    running = false;
    wake.release();
    try {
      var _ = thread.join(MAX_STOP);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
