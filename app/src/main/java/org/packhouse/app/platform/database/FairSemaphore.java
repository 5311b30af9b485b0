package org.packhouse.app.platform.database;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A fair semaphore. Waiters of one origin are served in order, and origins round robin, so a new
 * origin waits for one permit of each other one at most.
 */
public final class FairSemaphore {

  /** A permit, until it is closed or has expired. */
  public static final class Permit implements AutoCloseable {

    private final FairSemaphore semaphore;
    private final Thread thread = Thread.currentThread();
    private volatile boolean granted;
    private long began;

    private Permit(FairSemaphore semaphore) {
      this.semaphore = semaphore;
    }

    /** Passes the permit to the next waiter, unless it has expired. */
    @Override
    public void close() {
      semaphore.release(this);
    }
  }

  private final long longest;
  private final SequencedMap<String, SequencedSet<Permit>> lines = new LinkedHashMap<>();
  private final SequencedSet<Permit> taken = new LinkedHashSet<>();
  private int free;
  private int waiting;

  /** Permits that do not expire. */
  public FairSemaphore(int count) {
    this(count, Duration.ofNanos(Long.MAX_VALUE));
  }

  /**
   * Permits that expire after a time while others wait, because their holder waits for something
   * else.
   */
  public FairSemaphore(int count, Duration longest) {
    this.free = count;
    this.longest = longest.toNanos();
  }

  /** Waits for a permit, which the caller closes. Returns null if there was none in time. */
  public @Nullable Permit acquire(String origin, Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    Permit permit = new Permit(this);
    synchronized (this) {
      if (free > 0) {
        free--;
        begin(permit);
        return permit;
      }
      lines.computeIfAbsent(origin, name -> new LinkedHashSet<>()).add(permit);
      waiting++;
    }
    while (!permit.granted) {
      expirePermits();
      long left = deadline - System.nanoTime();
      if ((left <= 0 || Thread.currentThread().isInterrupted()) && leave(origin, permit)) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        return null;
      }
      if (!permit.granted) {
        LockSupport.parkNanos(this, Math.min(left, longest));
      }
    }
    return permit;
  }

  private void begin(Permit permit) {
    permit.began = System.nanoTime();
    permit.granted = true;
    taken.add(permit);
  }

  /** Leaves the line; returns false if a permit has just been granted. */
  private synchronized boolean leave(String origin, Permit permit) {
    SequencedSet<Permit> line = lines.get(origin);
    if (line == null || !line.remove(permit)) {
      return false;
    }
    if (line.isEmpty()) {
      lines.remove(origin);
    }
    waiting--;
    return true;
  }

  private synchronized void expirePermits() {
    while (!taken.isEmpty() && System.nanoTime() - taken.getFirst().began > longest) {
      release(taken.getFirst());
    }
  }

  private synchronized void release(Permit permit) {
    if (!taken.remove(permit)) {
      return;
    }
    Map.Entry<String, SequencedSet<Permit>> line = lines.pollFirstEntry();
    if (line == null) {
      free++;
      return;
    }
    Permit next = line.getValue().removeFirst();
    if (!line.getValue().isEmpty()) {
      lines.putLast(line.getKey(), line.getValue());
    }
    waiting--;
    begin(next);
    LockSupport.unpark(next.thread);
  }

  public synchronized int waiting() {
    return waiting;
  }
}
