package org.packhouse.app.engine.connector;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Keeps the bodies of requests within a quarter of the heap.
 *
 * <ul>
 *   <li>A body of HTTP/2 lies in buffers of 128 KB (of HTTP/1.1: 8 KB). Those of clients that have
 *       not shown who they are may take a quarter of the quarter together; who finds no room waits
 *       ten seconds.
 *   <li>Such a body must come at 1 KB/s, measured over ten seconds.
 *   <li>A push of a client that has signed in may widen its HTTP/2 window, for as many pushes at a
 *       time as fit into the quarter; the others go on as they are.
 * </ul>
 */
@Component
final class BodyGate {

  private static final Logger LOG = LoggerFactory.getLogger(BodyGate.class);

  private static final long SLOWEST_BYTES_PER_SECOND = 1024;
  private static final int NARROW_BODY = 128 * 1024;
  private static final int BUFFERS = 2;
  private static final int MIN_PLACES = 16;
  private static final long QUIET_NANOS = Duration.ofMinutes(1).toNanos();

  private final int window;
  private final Duration patience;
  private final Semaphore wide;
  private final Semaphore anonymous;
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong lastLogged = new AtomicLong(System.nanoTime() - QUIET_NANOS);

  BodyGate(HttpSettings settings) {
    long heap = Runtime.getRuntime().maxMemory();
    this.patience = settings.anonymousBodyTimeout();
    this.window = (int) settings.http2().window().toBytes();
    this.wide = new Semaphore((int) Math.max(1, heap / 4 / BUFFERS / window));
    this.anonymous =
        new Semaphore(Math.clamp(heap / 16 / NARROW_BODY, MIN_PLACES, Integer.MAX_VALUE));
  }

  /** Over how long a body's pace is measured, and how long a place is waited for. */
  Duration patience() {
    return patience;
  }

  /** The fewest bytes of an unknown client's body in that time. */
  long slowestBytes() {
    return patience.toMillis() * SLOWEST_BYTES_PER_SECOND / 1000;
  }

  int window() {
    return window;
  }

  /** Takes the right to widen a window, if there is one left. */
  boolean tryWiden() {
    return wide.tryAcquire();
  }

  void narrow() {
    wide.release();
  }

  /** Waits for the right to read the body of somebody unknown. */
  void enter() throws BodyRefusedException {
    try {
      if (!anonymous.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw refuse(503, "Too many requests are being sent by clients that have not signed in.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw refuse(503, "The server is stopping.");
    }
  }

  void leave() {
    anonymous.release();
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
