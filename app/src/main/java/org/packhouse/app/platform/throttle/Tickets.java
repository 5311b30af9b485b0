package org.packhouse.app.platform.throttle;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.MemoryLedger.Holding;
import org.packhouse.app.platform.throttle.limit.LimitExpression;
import org.packhouse.app.platform.throttle.queue.Claim;
import org.packhouse.app.platform.throttle.queue.FairQueue.Outcome;
import org.packhouse.app.platform.throttle.queue.FairQueue.Standing;
import org.packhouse.app.platform.throttle.queue.Waiting;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Grants tickets for native git and equal work in this process; cached responses need none. */
public final class Tickets {

  private static final Logger LOG = LoggerFactory.getLogger(Tickets.class);

  private static final String BUSY = "Packhouse is currently under heavy load. Try again later.";
  private static final String STOPPING = "Packhouse is stopping. Try again in a moment.";

  private final Map<Bucket, LimitedBucket> buckets = new EnumMap<>(Bucket.class);
  private final MemoryLedger memory;
  private final TicketMeters meters;
  private final Leases leases = new Leases(System::nanoTime);

  Tickets(List<BucketPlan> plans, MemoryLedger memory, MeterRegistry registry, Clock clock) {
    for (BucketPlan plan : plans) {
      buckets.put(plan.bucket(), new LimitedBucket(plan, clock));
    }
    this.memory = memory;
    this.meters = new TicketMeters(buckets.values(), registry);
  }

  /** Waits for a ticket, in the bucket's time. */
  public Ticket acquire(TicketRequest request) throws InterruptedIOException {
    try {
      return acquire(request, Waiting.UNHEARD);
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for a ticket, in the bucket's time, and reports the position in the queue. */
  public Ticket acquire(TicketRequest request, Waiting waiting) throws IOException {
    LimitedBucket bucket = bucket(request.bucket());
    Application application = new Application(request, bucket);
    long begun = System.nanoTime();
    Outcome outcome = bucket.take(application.claim, waiting);
    if (outcome == Outcome.GRANTED) {
      return application.granted(Duration.ofNanos(System.nanoTime() - begun));
    }
    meters.refused(request);
    if (outcome == Outcome.CLOSED) {
      throw new BusyException(STOPPING);
    }
    Standing standing = bucket.standing();
    LOG.warn(
        "A [{}] ticket could not be acquired ({}/{})",
        request.bucket().settingName(),
        standing.used(),
        standing.limit());
    throw new BusyException(BUSY);
  }

  /**
   * Takes a ticket for work that can be done in another way, or returns null. Waits while tickets
   * come back quickly, and not at all while they are held for long.
   */
  public @Nullable Ticket poll(TicketRequest request) throws InterruptedIOException {
    LimitedBucket bucket = bucket(request.bucket());
    Application application = new Application(request, bucket);
    long begun = System.nanoTime();
    try {
      return bucket.takeSoon(application.claim) == Outcome.GRANTED
          ? application.granted(Duration.ofNanos(System.nanoTime() - begun))
          : null;
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Takes a ticket for work that is to wait while there is none, and is done without one (null)
   * after the bucket's time or when the server stops. The ticket goes back when it is closed, or
   * after {@link Leases#MAX_LEASE}.
   */
  public @Nullable Ticket pace(TicketRequest request) throws IOException {
    leases.end();
    LimitedBucket bucket = bucket(request.bucket());
    Application application = new Application(request, bucket);
    long begun = System.nanoTime();
    if (bucket.pace(application.claim) != Outcome.GRANTED) {
      return null;
    }
    Ticket ticket = application.granted(Duration.ofNanos(System.nanoTime() - begun));
    leases.add(ticket);
    return ticket;
  }

  void endLeases() {
    leases.end();
  }

  /** Returns whether no ticket of a bucket is granted. */
  public boolean isIdle(Bucket bucket) {
    return bucket(bucket).standing().used() == 0;
  }

  public BucketState state(Bucket bucket) {
    return bucket(bucket).state();
  }

  /**
   * Sets the limit of a bucket until the server ends, whatever its strategy; granted tickets stay.
   * At most {@link LimitExpression#MAX_TICKETS}; a bucket without a limit gets none.
   */
  public void limit(Bucket bucket, int tickets) {
    if (tickets < 1 || tickets > LimitExpression.MAX_TICKETS) {
      throw new IllegalArgumentException(
          "A limit is from 1 to %d, not %d".formatted(LimitExpression.MAX_TICKETS, tickets));
    }
    if (bucket(bucket).isUnlimited()) {
      throw new IllegalArgumentException("The bucket " + bucket.settingName() + " has no limit");
    }
    bucket(bucket).change(tickets);
    LOG.info("The limit of [{}] tickets was set to {}", bucket.settingName(), tickets);
  }

  /** Undoes {@link #limit}. */
  public void limitBySettings(Bucket bucket) {
    bucket(bucket).unchange();
    LOG.info("The limit of [{}] tickets is that of the settings again", bucket.settingName());
  }

  /** Refuses all waiting and later requests: the server stops. */
  void close() {
    buckets.values().forEach(LimitedBucket::close);
  }

  Collection<LimitedBucket> buckets() {
    return buckets.values();
  }

  MemoryLedger memory() {
    return memory;
  }

  private LimitedBucket bucket(Bucket bucket) {
    return Objects.requireNonNull(buckets.get(bucket));
  }

  /** A request on its way to a ticket, and the owner of the ticket. */
  private final class Application implements Ticket.Owner, Claim.Room {

    private final TicketRequest request;
    private final LimitedBucket bucket;
    private final Holding holding;
    private final Claim claim;

    Application(TicketRequest request, LimitedBucket bucket) {
      this.request = request;
      this.bucket = bucket;
      this.holding = memory.expect(request);
      this.claim =
          new Claim(
              request.target(), request.caller(), request.rank(), request.work().cost(), this);
    }

    /** In-process work has its memory in the heap, and cached responses need none. */
    @Override
    public boolean take(boolean anyway) {
      return request.bucket() == Bucket.IN_PROCESS
          || request.bucket() == Bucket.CACHED_RESPONSES
          || memory.take(holding, anyway || bucket.isUnlimited());
    }

    @Override
    public void giveBack() {
      memory.giveBack(request, holding);
    }

    Ticket granted(Duration waited) {
      LOG.debug("Granted {}", request);
      meters.granted(request, waited);
      Standing standing = bucket.standing();
      return new Ticket(request, standing.used() > 1 || standing.queued() > 0, this);
    }

    @Override
    public void holds(long bytes) {
      memory.holds(holding, bytes);
    }

    @Override
    public void ended() {
      meters.givenBack(request);
      bucket.giveBack(claim);
    }
  }

  /** No ticket came free in time. */
  public static final class BusyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean reported;

    BusyException(String message) {
      this(message, false);
    }

    private BusyException(String message, boolean reported) {
      super(message);
      this.reported = reported;
    }

    /** Marks that the client has been told why. */
    public BusyException reported() {
      return new BusyException(String.valueOf(getMessage()), true);
    }

    public boolean isReported() {
      return reported;
    }
  }
}
