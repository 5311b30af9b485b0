package org.packhouse.app.testing;

import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.LongStream;

/** Counts what some threads have the database execute, as its driver tells, until it is closed. */
public final class Statements extends Handler implements AutoCloseable {

  private final Logger driver = Logger.getLogger("org.postgresql.core.v3.QueryExecutorImpl");
  private final Level before = driver.getLevel();
  private final boolean passedOn = driver.getUseParentHandlers();
  private final AtomicLong count = new AtomicLong();
  private final String threads;

  private Statements(String threads) {
    this.threads = threads;
    setLevel(Level.ALL);
    driver.setUseParentHandlers(false);
    driver.addHandler(this);
    driver.setLevel(Level.FINEST);
  }

  /** Counts those of threads whose name begins so. */
  public static Statements ofThreads(String begin) {
    return new Statements(begin);
  }

  /**
   * The least statements that a request to a server takes: some are due now and then alone, such as
   * the one that says when a session was used.
   */
  public static long ofRequest(Runnable request) {
    return LongStream.range(0, 3)
        .map(_ -> {
          try (Statements statements = ofThreads("tomcat-handler")) {
            request.run();
            return statements.counted();
          }
        })
        .min()
        .orElseThrow();
  }

  /** How many there were so far. */
  public long counted() {
    return count.get();
  }

  @Override
  public void publish(LogRecord told) {
    if (told.getMessage().contains("FE=> Execute")
        && Thread.currentThread().getName().startsWith(threads)) {
      count.incrementAndGet();
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    driver.setLevel(before);
    driver.removeHandler(this);
    driver.setUseParentHandlers(passedOn);
  }
}
