package org.packhouse.app.web.layout;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.Bucket;
import org.packhouse.app.platform.throttle.BucketState;
import org.packhouse.app.platform.throttle.Tickets;
import org.springframework.stereotype.Component;

/**
 * Notice that the node which serves a page is at its limits: requests wait for tickets, or recently
 * waited long or were refused.
 */
@Component
class BusyNotice {

  /** Buckets whose requests wait; work that finds no ticket of another bucket does without. */
  private static final Set<Bucket> QUEUED_BUCKETS =
      EnumSet.of(
          Bucket.SCM_HOSTING,
          Bucket.SCM_REFS,
          Bucket.SCM_COMMAND,
          Bucket.GIT_LFS,
          Bucket.MIRROR_HOSTING);

  private static final Duration REMEMBERED = Duration.ofSeconds(1);

  /** Shortest wait that the banner reports; users notice no shorter one. */
  private static final Duration MIN_WAIT = Duration.ofSeconds(1);

  private final Tickets tickets;
  private final BusySettings settings;
  private final Clock clock;
  private final AtomicReference<Sample> last = new AtomicReference<>();

  BusyNotice(Tickets tickets, BusySettings settings, Clock clock) {
    this.tickets = tickets;
    this.settings = settings;
    this.clock = clock;
  }

  private record Sample(Instant at, @Nullable String kind) {}

  /** Returns {@code queued}, {@code refused}, or null if all is well. */
  @Nullable String kind() {
    Instant now = clock.instant();
    Sample sample = last.get();
    if (sample == null || Duration.between(sample.at(), now).abs().compareTo(REMEMBERED) > 0) {
      sample = new Sample(now, read(now.minus(settings.timeout())));
      last.set(sample);
    }
    return sample.kind();
  }

  private @Nullable String read(Instant since) {
    boolean queued = false;
    for (Bucket bucket : QUEUED_BUCKETS) {
      BucketState state = tickets.state(bucket);
      if (isSince(state.counts().lastRefused(), since)) {
        return "refused";
      }
      queued |= state.queued() > 0 || hasWaited(state.counts(), since);
    }
    return queued ? "queued" : null;
  }

  private static boolean hasWaited(BucketState.Counts counts, Instant since) {
    return counts.longestWait().compareTo(MIN_WAIT) >= 0 && isSince(counts.lastQueued(), since);
  }

  private static boolean isSince(@Nullable Instant at, Instant since) {
    return at != null && at.isAfter(since);
  }
}
