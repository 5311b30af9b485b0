package org.packhouse.app.engine.admission;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.packhouse.app.engine.admission.HttpSettings.TimeoutSettings;
import org.packhouse.app.identity.password.ClientNetwork;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Keeps the bodies of requests within a quarter of the heap.
 *
 * <ul>
 *   <li>A body of HTTP/2 has buffers of 128 KB (HTTP/1.1: 8 KB). Bodies of clients that have not
 *       signed in may take a quarter of that quarter; one without room takes it from the network
 *       with most, or waits ten seconds. Each must come at 1 KB/s, measured over ten seconds, and
 *       outside Git have at most 64 KB within 30 seconds.
 *   <li>A signed-in client's form takes a share of {@link RequestMemory}, and its push may widen
 *       its HTTP/2 window while the quarter has room.
 * </ul>
 */
@Component
final class BodyGate {

  private static final Logger LOG = LoggerFactory.getLogger(BodyGate.class);

  private static final long MIN_BYTES_PER_SECOND = 1024;

  /** Bytes of a body that needs no place: the connection has a buffer of that size anyway. */
  static final int SMALL_BODY = 8 * 1024;

  /** Bytes of an anonymous client's body outside Git. */
  static final int MAX_BODY = 64 * 1024;

  static final int MAX_FORM = 512 * 1024;

  static final Duration MAX_TIME = Duration.ofSeconds(30);

  private static final int NARROW_BODY = 128 * 1024;
  private static final int BUFFERS = 2;
  private static final int MIN_PLACES = 16;
  private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();

  private final int window;
  private final Duration patience;
  private final Semaphore wide;
  private final BodyPlaces anonymous;
  private final RequestMemory memory;
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong lastLogged = new AtomicLong(System.nanoTime() - QUIET_NANOS);

  BodyGate(HttpSettings settings, TimeoutSettings timeouts, RequestMemory memory) {
    this.memory = memory;
    long heap = Runtime.getRuntime().maxMemory();
    this.patience = timeouts.anonymousBodyTimeout();
    this.window = (int) settings.http2().window().toBytes();
    this.wide = new Semaphore((int) Math.max(1, heap / 4 / BUFFERS / window));
    this.anonymous =
        new BodyPlaces(Math.clamp(heap / 16 / NARROW_BODY, MIN_PLACES, Integer.MAX_VALUE));
  }

  /** Time over which a body's pace is measured, and for which a body waits for a place. */
  Duration patience() {
    return patience;
  }

  long slowestBytes() {
    return patience.toMillis() * MIN_BYTES_PER_SECOND / 1000;
  }

  int places() {
    return anonymous.most();
  }

  int window() {
    return window;
  }

  FormMemory formMemory() {
    return new FormMemory(memory);
  }

  boolean tryWiden() {
    return wide.tryAcquire();
  }

  void narrow() {
    wide.release();
  }

  /** Waits for the right to read the body of an anonymous client. */
  BodyPlaces.Place enter(String address) throws BodyRefusedException {
    try {
      BodyPlaces.Place place = anonymous.take(ClientNetwork.of(address), patience.toMillis());
      if (place == null) {
        throw crowded();
      }
      return place;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw refuse(503, "The server is stopping.");
    }
  }

  BodyRefusedException crowded() {
    return refuse(503, "Too many requests are being sent by clients that have not signed in.");
  }

  void leave(BodyPlaces.Place place) {
    anonymous.leave(place);
  }

  long refused() {
    return refused.get();
  }

  /** Counts a refusal, and logs at most one a minute with their number. */
  BodyRefusedException refuse(int status, String sentence) {
    long count = refused.incrementAndGet();
    long now = System.nanoTime();
    long last = lastLogged.get();
    if (now - last >= QUIET_NANOS && lastLogged.compareAndSet(last, now)) {
      LOG.warn("A request body was refused ({} since the start): {}", count, sentence);
    }
    return new BodyRefusedException(status, sentence);
  }
}
