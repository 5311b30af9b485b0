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
 * Turns at something of which there is only so much. Those of one origin wait in the order in which
 * they came; the origins are served one after the other (round robin), so that however many wait
 * from one, the first of another waits for one turn of each.
 */
public final class FairTurns {

  /** A turn, until it is given back or is over. */
  public static final class Turn implements AutoCloseable {

    private final FairTurns turns;
    private final Thread thread = Thread.currentThread();
    private volatile boolean granted;
    private long began;

    private Turn(FairTurns turns) {
      this.turns = turns;
    }

    /** Gives it back, to whoever is next. Does nothing if it is over. */
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

  /** Makes them, so many at a time, each for as long as it is kept. */
  public FairTurns(int count) {
    this(count, Duration.ofNanos(Long.MAX_VALUE));
  }

  /**
   * Makes them.
   *
   * @param count how many at a time
   * @param longest after which a turn is over while others wait: whoever has it waits for something
   *     else
   */
  public FairTurns(int count, Duration longest) {
    this.free = count;
    this.longest = longest.toNanos();
  }

  /**
   * Waits for a turn.
   *
   * @param origin in whose line
   * @return to be closed; null: there was none in time
   * @throws InterruptedException if it is interrupted before there is one
   */
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

  /** Leaves the line, unless its turn has come in this moment. */
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

  /** How many wait. */
  public synchronized int waiting() {
    return waiting;
  }
}
