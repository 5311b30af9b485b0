package org.packhouse.app.engine.admission;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.packhouse.app.identity.password.ClientNetwork;
import org.packhouse.app.platform.throttle.RequestMemory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Keeps the bodies of requests within a quarter of the heap.
 *
 * <ul>
 *   <li>A body of HTTP/2 lies in buffers of 128 KB (of HTTP/1.1: 8 KB). Those of clients that have
 *       not shown who they are may take a quarter of the quarter together; who finds no room takes
 *       it from the network that has most, or waits ten seconds.
 *   <li>Such a body must come at 1 KB/s, measured over ten seconds.
 *   <li>Outside Git, 64 KB and 30 seconds are enough for it.
 *   <li>A form of a client that has signed in takes a share of the memory that is for what clients
 *       make large.
 *   <li>A push of a client that has signed in may widen its HTTP/2 window, for as many pushes at a
 *       time as fit into the quarter; the others go on as they are.
 * </ul>
 */
@Component
final class BodyGate {

  private static final Logger LOG = LoggerFactory.getLogger(BodyGate.class);

  private static final long SLOWEST_BYTES_PER_SECOND = 1024;

  /** What a body may have that needs no place: the connection has a buffer of that anyway. */
  static final int SMALL_BODY = 8 * 1024;

  /** The longest body of somebody unknown that is not Git's. */
  static final int MAX_BODY = 64 * 1024;

  /**
   * The longest that comes with a cookie: who has a session is known only when a page's form has
   * been read, for its token. A comment of 32,768 characters may have nine bytes for each.
   */
  static final int MAX_FORM = 512 * 1024;

  /** How long it may take. */
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

  BodyGate(HttpSettings settings, RequestMemory memory) {
    this.memory = memory;
    long heap = Runtime.getRuntime().maxMemory();
    this.patience = settings.anonymousBodyTimeout();
    this.window = (int) settings.http2().window().toBytes();
    this.wide = new Semaphore((int) Math.max(1, heap / 4 / BUFFERS / window));
    this.anonymous =
        new BodyPlaces(Math.clamp(heap / 16 / NARROW_BODY, MIN_PLACES, Integer.MAX_VALUE));
  }

  /** Over how long a body's pace is measured, and how long a place is waited for. */
  Duration patience() {
    return patience;
  }

  /** The fewest bytes of an unknown client's body in that time. */
  long slowestBytes() {
    return patience.toMillis() * SLOWEST_BYTES_PER_SECOND / 1000;
  }

  /** How many bodies of unknown clients may be read at a time. */
  int places() {
    return anonymous.most();
  }

  int window() {
    return window;
  }

  /** What bounds a form of a client that has signed in. */
  FormMemory formMemory() {
    return new FormMemory(memory);
  }

  /** Takes the right to widen a window, if there is one left. */
  boolean tryWiden() {
    return wide.tryAcquire();
  }

  void narrow() {
    wide.release();
  }

  /** Waits for the right to read the body of somebody unknown. */
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

  /** The refusal of a body that has no place. */
  BodyRefusedException crowded() {
    return refuse(503, "Too many requests are being sent by clients that have not signed in.");
  }

  void leave(BodyPlaces.Place place) {
    anonymous.leave(place);
  }

  /** How many bodies were refused since the start. */
  long refused() {
    return refused.get();
  }

  /** Counts a refusal; logs the first, and then how many they were, at most once in a minute. */
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
