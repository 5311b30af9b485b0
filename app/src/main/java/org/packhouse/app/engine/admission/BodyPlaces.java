package org.packhouse.app.engine.admission;

import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.HoldersByNetwork;

/**
 * Places for bodies of clients that have not signed in. When all are taken, a newcomer takes the
 * place of the oldest body of the network with most, unless its own network would then have more.
 */
final class BodyPlaces {

  static final class Place {
    private volatile boolean lost;

    boolean lost() {
      return lost;
    }
  }

  private final int most;
  private final HoldersByNetwork<Place> taken = new HoldersByNetwork<>();

  BodyPlaces(int most) {
    this.most = most;
  }

  int most() {
    return most;
  }

  /** Takes a place, or returns null if none was free within so many milliseconds. */
  synchronized @Nullable Place take(String network, long millis) throws InterruptedException {
    long deadline = System.nanoTime() + millis * 1_000_000;
    while (taken.count() >= most && !takeAway(network)) {
      long left = (deadline - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        return null;
      }
      wait(left);
    }
    Place place = new Place();
    taken.add(network, place);
    return place;
  }

  private boolean takeAway(String network) {
    SequencedSet<Place> crowd = taken.ofLargestBut(network);
    if (crowd == null) {
      return false;
    }
    Place oldest = crowd.getFirst();
    oldest.lost = true;
    taken.remove(oldest);
    return true;
  }

  synchronized void leave(Place place) {
    if (taken.remove(place)) {
      notifyAll();
    }
  }
}
