package org.packhouse.app.platform.throttle.queue;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.queue.Waiter.Fate;

/**
 * Places, and a queue of claims for them.
 *
 * <p>A person comes before automation and anonymous callers, but of {@value #MAX_AHEAD} + 1 places
 * that come free while both wait the last is theirs; within a rank the {@linkplain Turns turn}
 * decides. A repository, or all anonymous callers, that hold their {@linkplain Shares share} are
 * passed over unless nobody else waits. A claim without room holds up the others: those that need
 * less would otherwise keep it from the room for good. If nobody holds a place there is always
 * room.
 *
 * <p>The limit may change at any time; held places stay.
 *
 * <p>One lock guards all. Each waiter sleeps on a latch of its own, so that a free place wakes one
 * thread. Finding the next takes the logarithm of the number of waiting repositories, plus those
 * passed over, of which no more exist than shares fit into the whole.
 */
public final class FairQueue {

  /** Claims of a higher rank that may go ahead, one after the other. */
  private static final int MAX_AHEAD = 4;

  /** Age from which a returned place says nothing of the next. */
  private static final long RECENT = Duration.ofSeconds(1).toNanos();

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Rank, Lane> lanes = new EnumMap<>(Rank.class);
  private final Map<Object, Integer> held = new HashMap<>();
  private final Holdings holdings = new Holdings();
  private final Turns turns = new Turns();
  private final Shares shares;
  private final Telling telling;
  private final LongSupplier nanoTime;

  private int limit;
  private int used;
  private int usedByAnonymous;
  private int queued;
  private int highest;
  private int wentAhead;
  private long numbers;
  private long givenBackAt;
  private boolean closed;

  /** Makes a queue; a limit of 0 means no places. {@code nanoTime} as {@link System#nanoTime}. */
  public FairQueue(int limit, Shares shares, Telling telling, LongSupplier nanoTime) {
    this.limit = limit;
    this.shares = shares;
    this.telling = telling;
    this.nanoTime = nanoTime;
    this.givenBackAt = nanoTime.getAsLong() - 2 * RECENT;
    for (Rank rank : Rank.values()) {
      lanes.put(rank, new Lane());
    }
  }

  /** Times at which a waiting claim is told its position. */
  public record Telling(Duration first, Duration every) {}

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
      if (queued == 0 && used < limit && claim.room().take(used == 0)) {
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
      used--;
      holdings.remove(claim);
      held.computeIfPresent(claim.repository(), (_, count) -> count == 1 ? null : count - 1);
      if (claim.rank() == Rank.ANONYMOUS) {
        usedByAnonymous--;
      }
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
      for (Lane lane : lanes.values()) {
        for (Waiter waiter = lane.any(); waiter != null; waiter = lane.any()) {
          leave(waiter);
          waiter.decide(Fate.CLOSED);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  public Standing standing() {
    lock.lock();
    try {
      return new Standing(limit, used, queued, Math.max(highest, used + queued));
    } finally {
      lock.unlock();
    }
  }

  /** Returns the standing, and counts the demand anew. */
  public Standing nextStanding() {
    lock.lock();
    try {
      Standing standing = standing();
      highest = used + queued;
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
    lane(claim.rank()).add(waiter);
    queued++;
    highest = Math.max(highest, used + queued);
    return waiter;
  }

  private void hold(Claim claim) {
    used++;
    holdings.add(claim, nanoTime.getAsLong());
    highest = Math.max(highest, used + queued);
    held.merge(claim.repository(), 1, Integer::sum);
    if (claim.rank() == Rank.ANONYMOUS) {
      usedByAnonymous++;
    }
  }

  private void handOver() {
    while (queued > 0 && used < limit) {
      Waiter next = next();
      if (next == null || !next.claim.room().take(used == 0)) {
        return;
      }
      boolean ahead = next.claim.rank() == Rank.PERSON && queued > lane(Rank.PERSON).size();
      wentAhead = ahead ? wentAhead + 1 : 0;
      turns.served(next.turn);
      leave(next);
      hold(next.claim);
      next.decide(Fate.GRANTED);
    }
  }

  private void leave(Waiter waiter) {
    lane(waiter.claim.rank()).remove(waiter);
    queued--;
    if (queued == 0) {
      turns.forget();
      wentAhead = 0;
    }
  }

  private @Nullable Waiter next() {
    int most = shares.ofRepository(limit);
    boolean anonymousHaveEnough = usedByAnonymous >= shares.ofAnonymous(limit);
    Waiter person = lane(Rank.PERSON).first(repository -> holds(repository) < most);
    if (person != null && wentAhead < MAX_AHEAD) {
      return person;
    }
    Waiter program = lane(Rank.AUTOMATION).first(repository -> holds(repository) < most);
    Waiter anonymous =
        anonymousHaveEnough
            ? null
            : lane(Rank.ANONYMOUS).first(repository -> holds(repository) < most);
    Waiter other = earlier(program, anonymous);
    if (other != null) {
      return other;
    }
    return person != null ? person : nextOfThoseWithEnough(most);
  }

  /** Claims beyond their share, while nobody else waits. */
  private @Nullable Waiter nextOfThoseWithEnough(int most) {
    Waiter anonymous = lane(Rank.ANONYMOUS).first(repository -> holds(repository) < most);
    if (anonymous != null) {
      return anonymous;
    }
    Waiter person = lane(Rank.PERSON).any();
    if (person != null && wentAhead < MAX_AHEAD) {
      return person;
    }
    Waiter other = earlier(lane(Rank.AUTOMATION).any(), lane(Rank.ANONYMOUS).any());
    return other == null ? person : other;
  }

  private static @Nullable Waiter earlier(@Nullable Waiter one, @Nullable Waiter other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return Waiter.BY_TURN.compare(one, other) <= 0 ? one : other;
  }

  private int holds(Object repository) {
    return held.getOrDefault(repository, 0);
  }

  private Lane lane(Rank rank) {
    Lane lane = lanes.get(rank);
    if (lane == null) {
      throw new IllegalStateException("There is no lane for " + rank);
    }
    return lane;
  }

  private Outcome await(Waiter waiter, long begun, long longestWait, Waiting waiting)
      throws IOException {
    boolean served = false;
    boolean told = false;
    try {
      long tellAfter = telling.first().toNanos();
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
          tellAfter += telling.every().toNanos();
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
      Rank rank = waiter.claim.rank();
      int before = lane(rank).before(waiter);
      if (rank != Rank.PERSON) {
        before += lane(Rank.PERSON).size();
        before += lane(rank == Rank.ANONYMOUS ? Rank.AUTOMATION : Rank.ANONYMOUS).before(waiter);
      }
      return before;
    } finally {
      lock.unlock();
    }
  }
}
