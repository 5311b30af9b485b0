package org.packhouse.app.platform.throttle.queue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.packhouse.app.platform.throttle.queue.Waiter.Fate;

/**
 * Places, and a queue of claims for them.
 *
 * <p>A person comes before automation and anonymous callers, but of {@value Lanes#MAX_AHEAD} + 1
 * places that come free while both wait the last is theirs; within a rank the {@linkplain Turns
 * turn} decides. A repository, or all anonymous callers, that hold their {@linkplain Shares share}
 * are passed over unless nobody else waits. A claim without room holds up the others: those that
 * need less would otherwise keep it from the room for good. If nobody holds a place there is always
 * room.
 *
 * <p>The limit may change at any time; held places stay.
 *
 * <p>One lock guards all. Each waiter sleeps on a latch of its own, so that a free place wakes one
 * thread. Finding the next takes the logarithm of the number of waiting repositories, plus those
 * passed over, of which no more exist than shares fit into the whole.
 */
public final class FairQueue {

  /** Age from which a returned place says nothing of the next. */
  private static final long RECENT = Duration.ofSeconds(1).toNanos();

  private final ReentrantLock lock = new ReentrantLock();
  private final Holdings holdings = new Holdings();
  private final Turns turns = new Turns();
  private final Lanes lanes;
  private final NoticeTimes notices;
  private final LongSupplier nanoTime;

  private int limit;
  private int highest;
  private long numbers;
  private long givenBackAt;
  private boolean closed;

  /** Makes a queue; a limit of 0 means no places. {@code nanoTime} as {@link System#nanoTime}. */
  public FairQueue(int limit, Shares shares, NoticeTimes notices, LongSupplier nanoTime) {
    this.limit = limit;
    this.lanes = new Lanes(shares, holdings);
    this.notices = notices;
    this.nanoTime = nanoTime;
    this.givenBackAt = nanoTime.getAsLong() - 2 * RECENT;
  }

  /** Times at which a waiting claim is told its position. */
  public record NoticeTimes(Duration first, Duration every) {}

  public enum Outcome {
    GRANTED,
    TIMED_OUT,
    CLOSED
  }

  /** Waits for a place. */
  public Outcome take(Claim claim, Duration longestWait, Waiting waiting) throws IOException {
    Waiter waiter;
    lock.lock();
    try {
      if (lanes.size() == 0
          && holdings.count() < limit
          && claim.room().take(holdings.count() == 0)) {
        hold(claim);
        return Outcome.GRANTED;
      }
      if (closed) {
        return Outcome.CLOSED;
      }
      if (longestWait.isZero()) {
        return Outcome.TIMED_OUT;
      }
      waiter = enqueue(claim);
      handOver();
    } finally {
      lock.unlock();
    }
    return await(waiter, nanoTime.getAsLong(), longestWait.toNanos(), waiting);
  }

  /**
   * Takes a place, and waits only if one was returned just now. A caller or repository that has
   * held half of the places for long gets no more in this way.
   */
  public Outcome takeSoon(Claim claim, Duration longestWait) throws IOException {
    boolean recentlyGivenBack;
    lock.lock();
    try {
      long now = nanoTime.getAsLong();
      if (holdings.isSlowWithHalf(claim, limit, now)) {
        return Outcome.TIMED_OUT;
      }
      recentlyGivenBack = now - givenBackAt <= RECENT;
    } finally {
      lock.unlock();
    }
    return take(claim, recentlyGivenBack ? longestWait : Duration.ZERO, Waiting.UNHEARD);
  }

  public void giveBack(Claim claim) {
    lock.lock();
    try {
      claim.room().giveBack();
      holdings.remove(claim);
      givenBackAt = nanoTime.getAsLong();
      handOver();
    } finally {
      lock.unlock();
    }
  }

  /** Grants places that are free: there may be room for them now. */
  public void retry() {
    lock.lock();
    try {
      handOver();
    } finally {
      lock.unlock();
    }
  }

  public void limit(int now) {
    lock.lock();
    try {
      limit = now;
      handOver();
    } finally {
      lock.unlock();
    }
  }

  /** Ends all waiting and later claims; held places stay. */
  public void close() {
    lock.lock();
    try {
      closed = true;
      for (Waiter waiter = lanes.any(); waiter != null; waiter = lanes.any()) {
        leave(waiter);
        waiter.decide(Fate.CLOSED);
      }
    } finally {
      lock.unlock();
    }
  }

  public Standing standing() {
    lock.lock();
    try {
      return new Standing(limit, holdings.count(), lanes.size(), Math.max(highest, demand()));
    } finally {
      lock.unlock();
    }
  }

  /** Returns the standing, and counts the demand anew. */
  public Standing nextStanding() {
    lock.lock();
    try {
      Standing standing = standing();
      highest = demand();
      return standing;
    } finally {
      lock.unlock();
    }
  }

  /** Current counts, and the most claims that held or awaited a place at once lately. */
  public record Standing(int limit, int used, int queued, int demand) {

    /** Returns whether a new claim would have to wait. */
    public boolean isFull() {
      return queued > 0 || used >= limit;
    }
  }

  private Waiter enqueue(Claim claim) {
    Waiter waiter = new Waiter(claim, turns.of(claim), numbers++);
    lanes.add(waiter);
    highest = Math.max(highest, demand());
    return waiter;
  }

  private int demand() {
    return holdings.count() + lanes.size();
  }

  private void hold(Claim claim) {
    holdings.add(claim, nanoTime.getAsLong());
    highest = Math.max(highest, demand());
  }

  private void handOver() {
    while (lanes.size() > 0 && holdings.count() < limit) {
      Waiter next = lanes.next(limit);
      if (next == null || !next.claim.room().take(holdings.count() == 0)) {
        return;
      }
      lanes.served(next);
      turns.served(next.turn);
      leave(next);
      hold(next.claim);
      next.decide(Fate.GRANTED);
    }
  }

  private void leave(Waiter waiter) {
    lanes.remove(waiter);
    if (lanes.size() == 0) {
      turns.forget();
    }
  }

  private Outcome await(Waiter waiter, long begun, long longestWait, Waiting waiting)
      throws IOException {
    boolean served = false;
    boolean told = false;
    try {
      long tellAfter = notices.first().toNanos();
      while (true) {
        long waited = nanoTime.getAsLong() - begun;
        if (waiter.decided.await(Math.min(longestWait, tellAfter) - waited, TimeUnit.NANOSECONDS)) {
          Outcome outcome = waiter.fate() == Fate.CLOSED ? Outcome.CLOSED : Outcome.GRANTED;
          if (told && outcome == Outcome.GRANTED) {
            waiting.starts();
          }
          served = true;
          return outcome;
        }
        waited = nanoTime.getAsLong() - begun;
        if (waited >= longestWait) {
          return Outcome.TIMED_OUT;
        }
        if (waited >= tellAfter) {
          waiting.ahead(ahead(waiter));
          told = true;
          tellAfter += notices.every().toNanos();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted =
          new InterruptedIOException("Interrupted while waiting for a ticket");
      interrupted.initCause(e);
      throw interrupted;
    } finally {
      if (!served) {
        giveUp(waiter);
      }
    }
  }

  private void giveUp(Waiter waiter) {
    lock.lock();
    try {
      if (waiter.fate() == Fate.GRANTED) {
        giveBack(waiter.claim);
      } else if (waiter.fate() == Fate.WAITS) {
        turns.refund(waiter.claim);
        leave(waiter);
        handOver();
      }
    } finally {
      lock.unlock();
    }
  }

  private int ahead(Waiter waiter) {
    lock.lock();
    try {
      return lanes.ahead(waiter);
    } finally {
      lock.unlock();
    }
  }
}
