package org.packhouse.app.platform.node;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits requests inside the shared home, so that a hanging one leaves carriers for other virtual
 * threads ({@link CarrierThreads}), and refuses them while it is known to be away. Platform
 * threads, which do background work, wait as long as needed.
 */
public final class SharedHomeBulkhead {

  public static final int MAX_REQUESTS = 128;

  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final Duration MAX_WAIT = Duration.ofSeconds(10);

  private final SharedHomeProbe probe;
  private final Supplier<Duration> late;
  private final Semaphore permits = new Semaphore(MAX_REQUESTS);

  public SharedHomeBulkhead(SharedHomeProbe probe) {
    this.probe = probe;
    this.late = probe::late;
  }

  SharedHomeBulkhead(SharedHomeProbe probe, Duration late) {
    this.probe = probe;
    this.late = () -> late;
  }

  /** Work on files of the shared home that blocks on nothing else. */
  @FunctionalInterface
  public interface FileWork<T extends @Nullable Object> {
    T run() throws IOException;
  }

  /**
   * Runs work.
   *
   * @throws SharedHomeAwayException if the home does not respond
   */
  public <T extends @Nullable Object> T run(FileWork<T> work) throws IOException {
    if (!Thread.currentThread().isVirtual()) {
      return work.run();
    }
    enter();
    try {
      return work.run();
    } finally {
      permits.release();
    }
  }

  private void enter() throws IOException {
    awaitProbe();
    check();
    if (permits.tryAcquire()) {
      return;
    }
    long deadline = System.nanoTime() + MAX_WAIT.toNanos();
    try {
      while (!permits.tryAcquire(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
        awaitProbe();
        check();
        if (System.nanoTime() > deadline) {
          throw new SharedHomeAwayException(
              "%d requests are in it, and none has come out".formatted(MAX_REQUESTS));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while waiting to access the shared home");
    }
  }

  private void awaitProbe() throws InterruptedIOException {
    while (probe.isLate(late.get())) {
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
      if (Thread.interrupted()) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("Interrupted while waiting to access the shared home");
      }
    }
  }

  public void check() throws SharedHomeAwayException {
    Optional<String> trouble = probe.trouble();
    if (trouble.isPresent()) {
      throw new SharedHomeAwayException(trouble.get());
    }
  }

  public int inside() {
    return MAX_REQUESTS - permits.availablePermits();
  }
}
