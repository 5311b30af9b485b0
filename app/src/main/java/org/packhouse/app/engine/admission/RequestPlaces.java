package org.packhouse.app.engine.admission;

import java.util.SequencedSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.HoldersByNetwork;

/**
 * Places for requests, on all connectors. A network may have three times as many as are free, so
 * alone it gets three quarters: the dynamic threshold by which switches share a buffer (A. K.
 * Choudhury and E. L. Hahne, "Dynamic queue length thresholds for shared-memory packet switches",
 * 1998), with an alpha of 3. A request without a place takes that of the newest request of the
 * network with most, which has the least work to lose.
 */
final class RequestPlaces {

  private static final int ALPHA = 3;

  /** Bytes that a waiting request holds at most: its stream's buffers, headers, its thread. */
  private static final int BYTES = 256 * 1024;

  private static final int MIN_PLACES = 64;

  static final class Place {
    private final Runnable lost;

    private Place(Runnable lost) {
      this.lost = lost;
    }
  }

  private final int most;
  private final HoldersByNetwork<Place> taken = new HoldersByNetwork<>();
  private final AtomicLong refused = new AtomicLong();

  RequestPlaces(int most) {
    this.most = most;
  }

  /** Uses a third of a heap: idle connections and caches need memory too. */
  static RequestPlaces ofHeap(long bytes) {
    return new RequestPlaces(Math.clamp(bytes / 3 / BYTES, MIN_PLACES, Integer.MAX_VALUE));
  }

  /** Takes a place, or returns null; runs {@code lost} when another request has taken the place. */
  @Nullable Place take(String network, Runnable lost) {
    Place place = new Place(lost);
    Place other = null;
    synchronized (this) {
      if (taken.count(network) >= (long) ALPHA * (most - taken.count())) {
        SequencedSet<Place> crowd = taken.ofLargestBut(network);
        if (crowd == null) {
          refused.incrementAndGet();
          return null;
        }
        other = crowd.getLast();
        taken.remove(other);
      }
      taken.add(network, place);
    }
    if (other != null) {
      other.lost.run();
    }
    return place;
  }

  /** Gives a place back; does nothing if it is lost. */
  synchronized void giveBack(Place place) {
    taken.remove(place);
  }

  synchronized int taken() {
    return taken.count();
  }

  long refused() {
    return refused.get();
  }
}
