package org.packhouse.app.platform.throttle;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.BucketState.Counts;
import org.packhouse.app.platform.throttle.BucketState.Sample;
import org.packhouse.app.platform.throttle.limit.LimitRule;
import org.packhouse.app.platform.throttle.limit.PeopleRule;
import org.packhouse.app.platform.throttle.queue.Claim;
import org.packhouse.app.platform.throttle.queue.FairQueue;
import org.packhouse.app.platform.throttle.queue.FairQueue.Outcome;
import org.packhouse.app.platform.throttle.queue.FairQueue.Standing;
import org.packhouse.app.platform.throttle.queue.Waiting;

/** A bucket: its queue, its limit and its counters. */
final class LimitedBucket {

  private static final FairQueue.NoticeTimes TELLING =
      new FairQueue.NoticeTimes(Duration.ofSeconds(2), Duration.ofSeconds(1));

  private static final int SAMPLES = (int) (Duration.ofHours(1).toSeconds() / 10);

  private final BucketPlan plan;
  private final FairQueue queue;
  private final Clock clock;
  private final Deque<Sample> lastHour = new ArrayDeque<>();
  private double smoothed = -1;
  private int limit;
  private boolean changed;
  private long granted;
  private long waited;
  private long waitedNanos;
  private long refused;
  private long refusedBefore;
  private Duration longestWait = Duration.ZERO;
  private @Nullable Instant lastQueued;
  private @Nullable Instant lastRefused;

  LimitedBucket(BucketPlan plan, Clock clock) {
    this.plan = plan;
    this.clock = clock;
    this.limit = plan.start();
    this.queue = new FairQueue(plan.start(), plan.shares(), TELLING, System::nanoTime);
  }

  BucketPlan plan() {
    return plan;
  }

  boolean isUnlimited() {
    return plan.start() == BucketState.UNLIMITED;
  }

  Outcome take(Claim claim, Waiting waiting) throws IOException {
    return counted(() -> queue.take(claim, plan.timeout(), waiting), true);
  }

  /**
   * Takes a ticket for work that can be done another way, waiting only if a ticket was given back
   * just now; a failure is not counted as a refusal.
   */
  Outcome takeSoon(Claim claim) throws IOException {
    return counted(() -> queue.takeSoon(claim, plan.timeout()), false);
  }

  /** Waits for a ticket for work that is done without one as well. */
  Outcome pace(Claim claim) throws IOException {
    boolean full = queue.standing().isFull();
    long begun = System.nanoTime();
    Outcome outcome = queue.take(claim, plan.timeout(), Waiting.UNHEARD);
    count(outcome, System.nanoTime() - begun, full, false);
    return outcome;
  }

  private interface Taking {
    Outcome run() throws IOException;
  }

  private Outcome counted(Taking taking, boolean refusing) throws IOException {
    boolean full = refusing && queue.standing().isFull();
    if (full) {
      queuedNow();
    }
    long begun = System.nanoTime();
    Outcome outcome = taking.run();
    count(outcome, System.nanoTime() - begun, full, refusing);
    return outcome;
  }

  private synchronized void queuedNow() {
    lastQueued = clock.instant();
  }

  private synchronized void count(Outcome outcome, long nanos, boolean full, boolean refusing) {
    if (outcome == Outcome.GRANTED) {
      granted++;
    } else if (refusing) {
      refused++;
      lastRefused = clock.instant();
    }
    if (full) {
      waited++;
      waitedNanos += nanos;
      Duration wait = Duration.ofNanos(nanos);
      longestWait = wait.compareTo(longestWait) > 0 ? wait : longestWait;
    }
  }

  void giveBack(Claim claim) {
    queue.giveBack(claim);
  }

  /** Grants tickets for which there is room now. */
  void retry() {
    queue.retry();
  }

  void close() {
    queue.close();
  }

  Standing standing() {
    return queue.standing();
  }

  /** Moves the limit by the load of the processors and the tickets for which there is memory. */
  synchronized void follow(double cpu, long room) {
    if (plan.people() != null) {
      return;
    }
    smoothed = smoothed < 0 ? cpu : LimitRule.smooth(smoothed, cpu);
    Standing standing = queue.nextStanding();
    if (plan.isAdaptive() && !changed) {
      limit =
          plan.rule()
              .next(
                  limit,
                  new LimitRule.Load(cpu, smoothed, standing.used(), standing.demand(), room));
      queue.limit(limit);
    }
  }

  /** Moves the limit to where the waits of pages and REST want it. */
  synchronized void follow(PeopleWaits.Seen waits) {
    PeopleRule people = plan.people();
    if (people == null) {
      return;
    }
    Standing standing = queue.nextStanding();
    if (plan.isAdaptive() && !changed) {
      limit =
          people.next(
              limit,
              new PeopleRule.Waits(
                  waits.latest(), waits.lately(), standing.used(), standing.demand()));
      queue.limit(limit);
    }
  }

  /** Sets the limit until the server ends or {@link #unchange} is called. */
  synchronized void change(int tickets) {
    changed = true;
    limit = tickets;
    queue.limit(tickets);
  }

  synchronized void unchange() {
    changed = false;
    limit =
        plan.isAdaptive() ? Math.clamp(limit, plan.rule().min(), plan.rule().max()) : plan.start();
    queue.limit(limit);
  }

  synchronized void sample() {
    Standing standing = queue.standing();
    lastHour.add(
        new Sample(
            clock.instant(),
            standing.limit(),
            standing.used(),
            standing.queued(),
            refused - refusedBefore,
            longestWait));
    refusedBefore = refused;
    longestWait = Duration.ZERO;
    if (lastHour.size() > SAMPLES) {
      lastHour.removeFirst();
    }
  }

  synchronized BucketState state() {
    Standing standing = queue.standing();
    return new BucketState(
        plan.bucket(),
        new BucketState.Limit(
            standing.limit(),
            plan.isAdaptive() && !changed,
            changed,
            plan.rule().min(),
            plan.rule().max()),
        standing.used(),
        standing.queued(),
        plan.timeout(),
        new Counts(
            granted,
            waited,
            Duration.ofNanos(waitedNanos),
            longestWait,
            refused,
            lastQueued,
            lastRefused),
        List.copyOf(lastHour));
  }
}
