package org.packhouse.app.notice.imageproxy;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.packhouse.app.platform.outbound.WebAddress;

/**
 * Limits concurrent fetches. One site has at most a quarter of the places and of the waiters, so
 * that a slow host keeps nobody from images of others.
 */
final class FetchPlaces {

  private static final int MAX_WAITING = 256;
  private static final int SHARE = 4;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<String, Use> sites = new HashMap<>();
  private final Use all = new Use();
  private final int places;
  private final int placesOfSite;

  FetchPlaces(int places) {
    this.places = places;
    this.placesOfSite = Math.max(1, places / SHARE);
  }

  private static final class Use {
    private int taken;
    private int waiting;
  }

  /** Returns the last two labels of the host name, below which names cost nothing. */
  static String site(WebAddress address) {
    String host = address.host();
    if (host.indexOf(':') >= 0 || host.matches("[0-9.]*")) {
      return host;
    }
    int last = host.lastIndexOf('.');
    return last <= 0 ? host : host.substring(host.lastIndexOf('.', last - 1) + 1);
  }

  /** Waits for a place; returns false if there was none in time, or too many wait. */
  boolean take(String site, Duration longest) throws InterruptedException {
    lock.lock();
    try {
      Use use = sites.computeIfAbsent(site, _ -> new Use());
      try {
        return wait(use, longest);
      } finally {
        forget(site, use);
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean wait(Use use, Duration longest) throws InterruptedException {
    long left = longest.toNanos();
    while (all.taken >= places || use.taken >= placesOfSite) {
      if (all.waiting >= MAX_WAITING || use.waiting >= MAX_WAITING / SHARE || left <= 0) {
        return false;
      }
      all.waiting++;
      use.waiting++;
      try {
        left = changed.awaitNanos(left);
      } finally {
        all.waiting--;
        use.waiting--;
      }
    }
    all.taken++;
    use.taken++;
    return true;
  }

  void giveBack(String site) {
    lock.lock();
    try {
      Use use = sites.get(site);
      if (use != null) {
        all.taken--;
        use.taken--;
        forget(site, use);
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void forget(String site, Use use) {
    if (use.taken == 0 && use.waiting == 0) {
      sites.remove(site);
    }
  }

  int taken() {
    lock.lock();
    try {
      return all.taken;
    } finally {
      lock.unlock();
    }
  }
}
