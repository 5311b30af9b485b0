package org.packhouse.app.platform.throttle;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.node.BackgroundThread;
import org.packhouse.app.platform.throttle.load.MachineLoad;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Reads the machine's load and people's waits once an interval, and adjusts the limits of buckets.
 * First to hear of a stop, at which it sends waiting requests away.
 */
@Component
public class LoadWatch extends BackgroundThread {

  private static final Logger LOG = LoggerFactory.getLogger(LoadWatch.class);

  private static final Duration SAMPLE_INTERVAL = Duration.ofSeconds(10);
  private static final int SAMPLES = (int) (Duration.ofHours(1).toSeconds() / 10);

  /** Busy part of the processors above which hosting gets fewer tickets, too. */
  private static final double BUSY = 0.75;

  /** Processors for work in the background: itself, and the database or the collector for it. */
  private static final int MIN_FREE = 2;

  private final Tickets tickets;
  private final MachineLoad machine;
  private final PeopleWaits people;
  private final Clock clock;
  private final Deque<LoadState.Sample> lastHour = new ArrayDeque<>();
  private double latest;

  LoadWatch(Tickets tickets, MachineLoad machine, PeopleWaits people, Clock clock) {
    super("load-watch", DEFAULT_PHASE);
    this.tickets = tickets;
    this.machine = machine;
    this.people = people;
    this.clock = clock;
  }

  public synchronized LoadState state() {
    OptionalLong available = tickets.memory().available();
    return new LoadState(
        available.isPresent(),
        Runtime.getRuntime().availableProcessors(),
        latest,
        new LoadState.Memory(
            available.orElse(0), tickets.memory().growth(), tickets.memory().floor()),
        Math.max(0, people.seen().lately()),
        List.copyOf(lastHour));
  }

  /** Returns whether background work must wait: most processors are busy, or git serves clients. */
  public boolean isBusy() {
    return isBusy(
        latest(), Runtime.getRuntime().availableProcessors(), !tickets.isIdle(Bucket.SCM_HOSTING));
  }

  static boolean isBusy(double cpu, int processors, boolean hosting) {
    return cpu >= BUSY || (hosting && processors * (1 - cpu) < MIN_FREE);
  }

  private synchronized double latest() {
    return latest;
  }

  @Override
  protected void begin() {
    if (machine.times(System.nanoTime()) == null) {
      LOG.warn("This machine does not tell its load: limits that follow it stay where they are");
    }
    Map<Duration, List<LimitedBucket>> byInterval = new TreeMap<>();
    for (LimitedBucket bucket : tickets.buckets()) {
      if (!bucket.isUnlimited()) {
        byInterval.computeIfAbsent(bucket.plan().interval(), _ -> new ArrayList<>()).add(bucket);
      }
    }
    byInterval.forEach((interval, buckets) -> every(interval, new Look(buckets)));
    every(BucketPlans.INTERVAL, new Look(List.of()));
    tickets.buckets().stream()
        .filter(bucket -> bucket.plan().people() != null)
        .forEach(bucket -> every(bucket.plan().interval(), () -> bucket.follow(people.next())));
    every(Leases.MAX_LEASE.dividedBy(4), tickets::endLeases);
    every(SAMPLE_INTERVAL, this::sample);
  }

  private final class Look implements Runnable {

    private final List<LimitedBucket> buckets;
    private MachineLoad.@Nullable Times before = machine.times(System.nanoTime());

    Look(List<LimitedBucket> buckets) {
      this.buckets = buckets;
    }

    @Override
    public void run() {
      MachineLoad.Times now = machine.times(System.nanoTime());
      if (now != null && before != null) {
        OptionalDouble load = now.loadSince(before);
        if (load.isPresent()) {
          follow(load.getAsDouble());
        }
      }
      before = now;
      buckets.forEach(LimitedBucket::retry);
    }

    private void follow(double load) {
      if (buckets.isEmpty()) {
        seen(load);
      }
      long room = tickets.memory().roomInTickets();
      buckets.forEach(bucket -> bucket.follow(load, room));
    }
  }

  private synchronized void seen(double load) {
    latest = load;
  }

  private synchronized void sample() {
    tickets.buckets().stream()
        .filter(bucket -> !bucket.isUnlimited())
        .forEach(LimitedBucket::sample);
    lastHour.add(
        new LoadState.Sample(clock.instant(), latest, tickets.memory().available().orElse(0)));
    if (lastHour.size() > SAMPLES) {
      lastHour.removeFirst();
    }
  }

  @Override
  public void stop() {
    tickets.close();
    super.stop();
  }
}
