package org.packhouse.app.upkeep.imports;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.packhouse.app.platform.node.NodeSessions;
import org.packhouse.app.platform.outbox.WorkMeters;
import org.packhouse.app.platform.queue.LostClaims;
import org.packhouse.app.upkeep.imports.transfer.ImportSettings;
import org.packhouse.app.upkeep.imports.transfer.RunningImport;
import org.packhouse.cluster.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/**
 * The threads that run imports, and one that checks every second whether they may go on. They are
 * apart from other background work, which an import of hours would hold up.
 */
@Component
class ImportWorkers implements SmartLifecycle {

  private static final Logger LOG = LoggerFactory.getLogger(ImportWorkers.class);
  private static final long LOOK_EVERY_SECONDS = 30;
  private static final long STOP_SECONDS = 20;
  private static final String TOPIC = "imports";

  private final ImportSettings settings;
  private final JobRows rows;
  private final Importer importer;
  private final SpaceLimits limits;
  private final NodeSessions sessions;
  private final Topics topics;
  private final WorkMeters meters;
  private final Semaphore work = new Semaphore(0);
  private final Map<Long, RunningImport> running = new ConcurrentHashMap<>();
  private final ReadWriteLock taking = new ReentrantReadWriteLock();
  private final List<Thread> threads = new ArrayList<>();
  private final ScheduledThreadPoolExecutor watch =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().daemon().name("import-watch").factory());
  private final LostClaims lostClaims;
  private volatile boolean started;

  ImportWorkers(
      ImportSettings settings,
      JobRows rows,
      Importer importer,
      SpaceLimits limits,
      NodeSessions sessions,
      Topics topics,
      WorkMeters meters) {
    this.settings = settings;
    this.rows = rows;
    this.importer = importer;
    this.limits = limits;
    this.sessions = sessions;
    this.topics = topics;
    this.meters = meters;
    this.lostClaims = new LostClaims(rows, sessions, running::keySet);
  }

  /** Wakes the workers of all nodes. */
  void wake() {
    wakeHere();
    topics.publish(TOPIC, "");
  }

  private void wakeHere() {
    work.release(settings.threads());
  }

  /** Stops an import if this process runs it. */
  void cancel(long importId) {
    RunningImport it = running.get(importId);
    if (it != null) {
      it.cancel();
    }
  }

  private void work() {
    while (started) {
      try {
        Optional<RunningImport> taken = take();
        if (taken.isPresent()) {
          run(taken.get());
        } else if (work.tryAcquire(LOOK_EVERY_SECONDS, TimeUnit.SECONDS)) {
          LOG.debug("Looking for imports");
        }
      } catch (InterruptedException e) {
        return;
      } catch (DataAccessException | IllegalStateException e) {
        LOG.warn("Imports wait for the database: {}", e.getMessage());
        pause();
      } catch (RuntimeException | LinkageError | StackOverflowError e) {
        LOG.error("An import ended with an unexpected error", e);
        pause();
      }
    }
  }

  private Optional<RunningImport> take() {
    taking.readLock().lock();
    try {
      Optional<RunningImport> taken = rows.take(sessions.current()).map(RunningImport::new);
      taken.ifPresent(it -> running.put(it.job().id(), it));
      return taken;
    } finally {
      taking.readLock().unlock();
    }
  }

  /** Releases imports whose claim, or whose end, could not be learned from the database. */
  void releaseLost() {
    // A worker that is just claiming an import has it in the database and not in the map.
    if (taking.writeLock().tryLock()) {
      try {
        lostClaims.suspect();
        lostClaims.release();
      } catch (RuntimeException e) {
        LOG.debug("Lost claims of imports are released later", e);
      } finally {
        taking.writeLock().unlock();
      }
    }
  }

  private void pause() {
    try {
      TimeUnit.SECONDS.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run(RunningImport one) {
    try {
      if (!started) {
        one.release();
      }
      try (var _ = meters.begin(ImportRows.WORK, rows.waited(one.job()))) {
        importer.run(one);
      }
    } finally {
      running.remove(one.job().id());
    }
  }

  private void look() {
    for (RunningImport one : running.values()) {
      try {
        one.checkTime();
        limits.check(one);
        if (rows.report(one.job(), one.progress()) != JobRows.Standing.MINE) {
          one.cancel();
        }
      } catch (IOException | RuntimeException e) {
        // Its directory has gone because it has just ended, or the database is away for a moment.
        LOG.debug("Import {} could not be checked", one.job().id(), e);
      }
    }
  }

  @Override
  public void start() {
    started = true;
    var _ = topics.subscribe(TOPIC, Topics.Listener.refreshing(this::wakeHere));
    var _ = watch.scheduleWithFixedDelay(this::look, 1, 1, TimeUnit.SECONDS);
    var _ =
        watch.scheduleWithFixedDelay(
            this::releaseLost, LOOK_EVERY_SECONDS, LOOK_EVERY_SECONDS, TimeUnit.SECONDS);
    for (int i = 1; i <= settings.threads(); i++) {
      threads.add(Thread.ofPlatform().daemon().name("import-" + i).start(this::work));
    }
  }

  @Override
  public void stop() {
    started = false;
    watch.shutdownNow();
    work.release(settings.threads());
    running.values().forEach(RunningImport::release);
    try {
      for (Thread thread : threads) {
        thread.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isRunning() {
    return started;
  }
}
