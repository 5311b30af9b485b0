package org.packhouse.app.engine.admission;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Places for requests that are being served, on all connectors. A network may have three times as
 * many as are free, so alone it gets three quarters of all and leaves some for others: the dynamic
 * threshold by which switches share a buffer (A. K. Choudhury and E. L. Hahne, "Dynamic queue
 * length thresholds for shared-memory packet switches", 1998), with an alpha of 3. Whoever would
 * get none because others keep what they have takes the place of the newest request of the network
 * with most: it has the least to lose.
 */
final class RequestPlaces {

  private static final int ALPHA = 3;

  /** What a request holds at most while it waits: buffers of its stream, headers, its thread. */
  private static final int BYTES = 256 * 1024;

  private static final int MIN_PLACES = 64;

  /** One that is taken, until it is given back or somebody else has taken it. */
  static final class Place {
    private final String network;
    private final Runnable lost;

    private Place(String network, Runnable lost) {
      this.network = network;
      this.lost = lost;
    }
  }

  private final int most;
  private final Map<String, SequencedSet<Place>> taken = new HashMap<>();
  private final AtomicLong refused = new AtomicLong();
  private int count;

  RequestPlaces(int most) {
    this.most = most;
  }

  /** As many as take a third of this heap: connections without a request, and caches, take too. */
  static RequestPlaces ofHeap(long bytes) {
    return new RequestPlaces(Math.clamp(bytes / 3 / BYTES, MIN_PLACES, Integer.MAX_VALUE));
  }

  /**
   * Takes a place for a client of a network, which is to be given back.
   *
   * @param lost to be run when somebody else has taken it
   * @return null if there is none
   */
  @Nullable Place take(String network, Runnable lost) {
    Place place = new Place(network, lost);
    Place other = null;
    synchronized (this) {
      int own = size(taken.get(network));
      if (own >= (long) ALPHA * (most - count)) {
        other = takeAway(own);
        if (other == null) {
          refused.incrementAndGet();
          return null;
        }
      }
      taken.computeIfAbsent(network, name -> new LinkedHashSet<>()).add(place);
      count++;
    }
    if (other != null) {
      other.lost.run();
    }
    return place;
  }

  private @Nullable Place takeAway(int own) {
    SequencedSet<Place> crowd =
        taken.values().stream().max(Comparator.comparingInt(SequencedSet::size)).orElse(null);
    if (size(crowd) <= own + 1 || crowd == null) {
      return null;
    }
    Place newest = crowd.getLast();
    remove(newest);
    return newest;
  }

  private static int size(@Nullable SequencedSet<Place> places) {
    return places == null ? 0 : places.size();
  }

  /** Gives a place back; does nothing if it is lost. */
  synchronized void giveBack(Place place) {
    remove(place);
  }

  private void remove(Place place) {
    SequencedSet<Place> others = taken.get(place.network);
    if (others != null && others.remove(place)) {
      count--;
      if (others.isEmpty()) {
        taken.remove(place.network);
      }
    }
  }

  /** How many are taken. */
  synchronized int taken() {
    return count;
  }

  /** How many requests got none since the start. */
  long refused() {
    return refused.get();
  }
}
