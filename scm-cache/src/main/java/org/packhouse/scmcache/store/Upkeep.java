package org.packhouse.scmcache.store;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Background work of a store: adoption, then slow continuous verification and cleanup. */
final class Upkeep implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);
  private static final Duration EVERY = Duration.ofSeconds(10);

  /** About 64 MB per second. */
  private static final long NANOS_PER_BYTE = 15;

  private final ResponseStore store;
  private final Duration verifyEvery;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final CountDownLatch stopped = new CountDownLatch(1);

  Upkeep(ResponseStore store, Duration verifyEvery) {
    this.store = store;
    this.verifyEvery = verifyEvery;
  }

  void start(Adoption adoption) {
    // A platform thread: checksums of gigabytes would block a carrier thread.
    Thread.ofPlatform()
        .daemon()
        .name("scm-cache-upkeep")
        .start(() -> {
          try {
            adoption.run(this::isStopped);
            sweepUntilStopped();
          } catch (InterruptedException e) {
            LOG.warn("The maintenance of the SCM cache was interrupted", e);
          } finally {
            stopped.countDown();
          }
        });
  }

  private boolean isStopped() {
    return stop.getCount() == 0;
  }

  private void sweepUntilStopped() throws InterruptedException {
    while (!isStopped()) {
      long begun = System.nanoTime();
      try {
        sweep(begun);
      } catch (RuntimeException e) {
        LOG.error("The eviction of old SCM cache entries failed", e);
      }
      stop.await(EVERY.toNanos() - (System.nanoTime() - begun), TimeUnit.NANOSECONDS);
    }
  }

  private void sweep(long begun) throws InterruptedException {
    store.restore();
    store.tidy();
    for (Entry entry : store.unverifiedFor(verifyEvery)) {
      if (isStopped() || System.nanoTime() - begun > EVERY.toNanos()) {
        break;
      }
      store.verify(entry);
      stop.await(NANOS_PER_BYTE * entry.bytes(), TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public void close() {
    stop.countDown();
    try {
      stopped.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
