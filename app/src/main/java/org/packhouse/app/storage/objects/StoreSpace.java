package org.packhouse.app.storage.objects;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.packhouse.app.platform.node.Homes;
import org.springframework.stereotype.Component;

/**
 * Refuses writes when space for repositories runs low: a full disk stops refs, the database and any
 * cleanup. Asks the file system at most once per second.
 */
@Component
public final class StoreSpace {

  private static final long ASK_EVERY = Duration.ofSeconds(1).toNanos();

  private final Path repositories;
  private final long minFree;
  private final AtomicLong askedAt = new AtomicLong(System.nanoTime() - 2 * ASK_EVERY);
  private volatile boolean full;

  StoreSpace(Homes homes, StoreSettings settings) {
    this.repositories = homes.repositories();
    this.minFree = settings.minFreeDisk().toBytes();
  }

  /** Fails if less than the configured minimum is free. */
  public void check() throws IOException {
    long now = System.nanoTime();
    long last = askedAt.get();
    if (minFree > 0 && now - last >= ASK_EVERY && askedAt.compareAndSet(last, now)) {
      full = Files.getFileStore(repositories).getUsableSpace() < minFree;
    }
    if (full) {
      throw new StoreFullException(null);
    }
  }
}
