package org.packhouse.app.platform.throttle;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Gives out tickets. Whoever starts native git has one, and so has whoever does in this process
 * what native git would; an answer that is there already takes none.
 */
@Component
public final class Tickets {

  private static final Logger LOG = LoggerFactory.getLogger(Tickets.class);

  private static final String BUSY = "Packhouse is currently under heavy load. Try again later.";

  private final TicketMeters meters;
  private final Map<Bucket, Limited> limited = new EnumMap<>(Bucket.class);

  /** Gives them out within the limits that features say. */
  @Autowired
  Tickets(ObjectProvider<BucketLimit> limits, MeterRegistry registry) {
    this(limits.stream().toList(), registry);
  }

  /**
   * Gives them out within these limits.
   *
   * @param limits one a bucket at most
   */
  Tickets(List<BucketLimit> limits, MeterRegistry registry) {
    this.meters = new TicketMeters(registry);
    for (BucketLimit limit : limits) {
      Places places = new Places(limit.tickets(), System::nanoTime);
      if (limited.put(limit.bucket(), new Limited(places, limit.longestWait())) != null) {
        throw new IllegalArgumentException("Two limits are given for " + limit.bucket());
      }
    }
  }

  private record Limited(Places places, Duration longestWait) {}

  /**
   * Waits for a ticket.
   *
   * @return to be closed by the caller
   * @throws BusyException if none came free in the bucket's time
   * @throws InterruptedIOException if it is interrupted while it waits
   */
  public Ticket acquire(TicketRequest request) throws InterruptedIOException {
    Limited bucket = limited.get(request.bucket());
    if (bucket != null && !bucket.places().take(bucket.longestWait())) {
      throw new BusyException(BUSY);
    }
    return grant(request);
  }

  /**
   * Takes a ticket for work that can be done in another way. It waits, in the bucket's time, while
   * tickets come back quickly, and not at all while they are held for long.
   *
   * @return to be closed by the caller; null: there is none
   * @throws InterruptedIOException if it is interrupted while it waits
   */
  public @Nullable Ticket poll(TicketRequest request) throws InterruptedIOException {
    Limited bucket = limited.get(request.bucket());
    if (bucket != null && !bucket.places().takeSoon(bucket.longestWait())) {
      return null;
    }
    return grant(request);
  }

  private Ticket grant(TicketRequest request) {
    LOG.debug("Granted {}", request);
    meters.granted(request);
    return new Ticket(request, this::giveBack);
  }

  private void giveBack(TicketRequest request) {
    meters.givenBack(request);
    Limited bucket = limited.get(request.bucket());
    if (bucket != null) {
      bucket.places().giveBack();
    }
  }

  /** No ticket came free in time. */
  public static final class BusyException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BusyException(String message) {
      super(message);
    }
  }
}
