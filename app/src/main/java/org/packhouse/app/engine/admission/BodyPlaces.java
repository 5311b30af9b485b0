package org.packhouse.app.engine.admission;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * Places for bodies of clients that have not signed in, by the network that they come from. When
 * all are taken, a newcomer takes the oldest of the network with most, unless its own would have as
 * many then; otherwise it waits.
 */
final class BodyPlaces {

  /** One that is taken, until it is given back or somebody else has taken it. */
  static final class Place {
    private final String network;
    private volatile boolean lost;

    private Place(String network) {
      this.network = network;
    }

    /** Whether somebody else has it now. */
    boolean lost() {
      return lost;
    }
  }

  private final int most;
  private final Map<String, SequencedSet<Place>> taken = new HashMap<>();
  private int count;

  BodyPlaces(int most) {
    this.most = most;
  }

  int most() {
    return most;
  }

  /** Takes a place, or null if there was none for so long. */
  synchronized @Nullable Place take(String network, long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    while (count >= most && !takeAway(network)) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return null;
      }
      wait(left);
    }
    Place place = new Place(network);
    taken.computeIfAbsent(network, name -> new LinkedHashSet<>()).add(place);
    count++;
    return place;
  }

  private boolean takeAway(String network) {
    SequencedSet<Place> crowd =
        taken.values().stream().max(Comparator.comparingInt(SequencedSet::size)).orElseThrow();
    SequencedSet<Place> own = taken.get(network);
    if (crowd.size() <= (own == null ? 0 : own.size()) + 1) {
      return false;
    }
    Place oldest = crowd.getFirst();
    oldest.lost = true;
    remove(oldest);
    return true;
  }

  /** Gives a place back; does nothing if it is lost. */
  synchronized void leave(Place place) {
    if (!place.lost) {
      remove(place);
      notifyAll();
    }
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
}
