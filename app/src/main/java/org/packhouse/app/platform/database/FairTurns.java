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
 * origin waits for one turn of each other one at most.
 */
public final class FairTurns {

  /** A permit, until it is closed or has expired. */
  public static final class Turn implements AutoCloseable {

    private final FairTurns turns;
    private final Thread thread = Thread.currentThread();
    private volatile boolean granted;
    private long began;

    private Turn(FairTurns turns) {
      this.turns = turns;
    }

    /** Passes the permit to the next waiter, unless it has expired. */
    @Override
    public void close() {
      turns.giveBack(this);
    }
  }

  private final long longest;
  private final SequencedMap<String, SequencedSet<Turn>> lines = new LinkedHashMap<>();
  private final SequencedSet<Turn> taken = new LinkedHashSet<>();
  private int free;
  private int waiting;

  /** Permits that do not expire. */
  public FairTurns(int count) {
    this(count, Duration.ofNanos(Long.MAX_VALUE));
  }

  /**
   * Permits that expire after a time while others wait, because their holder waits for something
   * else.
   */
  public FairTurns(int count, Duration longest) {
    this.free = count;
    this.longest = longest.toNanos();
  }

  /** Waits for a permit, which the caller closes. Returns null if there was none in time. */
  public @Nullable Turn take(String origin, Duration patience) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    Turn turn = new Turn(this);
    synchronized (this) {
      if (free > 0) {
        free--;
        begin(turn);
        return turn;
      }
      lines.computeIfAbsent(origin, name -> new LinkedHashSet<>()).add(turn);
      waiting++;
    }
    while (!turn.granted) {
      endThoseThatAreOver();
      long left = deadline - System.nanoTime();
      if ((left <= 0 || Thread.currentThread().isInterrupted()) && leave(origin, turn)) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        return null;
      }
      if (!turn.granted) {
        LockSupport.parkNanos(this, Math.min(left, longest));
      }
    }
    return turn;
  }

  private void begin(Turn turn) {
    turn.began = System.nanoTime();
    turn.granted = true;
    taken.add(turn);
  }

  /** Leaves the line; returns false if a permit has just been granted. */
  private synchronized boolean leave(String origin, Turn turn) {
    SequencedSet<Turn> line = lines.get(origin);
    if (line == null || !line.remove(turn)) {
      return false;
    }
    if (line.isEmpty()) {
      lines.remove(origin);
    }
    waiting--;
    return true;
  }

  private synchronized void endThoseThatAreOver() {
    while (!taken.isEmpty() && System.nanoTime() - taken.getFirst().began > longest) {
      giveBack(taken.getFirst());
    }
  }

  private synchronized void giveBack(Turn turn) {
    if (!taken.remove(turn)) {
      return;
    }
    Map.Entry<String, SequencedSet<Turn>> line = lines.pollFirstEntry();
    if (line == null) {
      free++;
      return;
    }
    Turn next = line.getValue().removeFirst();
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
