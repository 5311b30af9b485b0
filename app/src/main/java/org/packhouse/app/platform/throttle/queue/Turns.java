package org.packhouse.app.platform.throttle.queue;

import java.util.HashMap;
import java.util.Map;

/**
 * The order of turns: start-time fair queueing (Goyal, Vin and Cheng, "Start-time Fair Queuing",
 * 1996) on repositories and callers at once.
 *
 * <p>The virtual time is the turn of the last claim that got a place. Each repository and caller
 * has a time up to which it is charged: a new claim adds its cost to both, from then or from the
 * virtual time, whichever is later, and its turn is the later of the two starts. So claims of one
 * repository, or of one caller, are spread over the time to come, and a lone claim has its turn
 * now.
 */
final class Turns {

  private final Map<Object, Double> repositories = new HashMap<>();
  private final Map<String, Double> callers = new HashMap<>();
  private double now;

  /** Charges a new claim, and returns its turn. */
  double of(Claim claim) {
    double ofRepository = charge(repositories, claim.repository(), claim.cost());
    double ofCaller = charge(callers, claim.caller(), claim.cost());
    return Math.max(ofRepository, ofCaller);
  }

  private <K> double charge(Map<K, Double> charged, K key, int cost) {
    double start = Math.max(now, charged.getOrDefault(key, now));
    charged.put(key, start + cost);
    return start;
  }

  /** Refunds a claim that leaves without a place. */
  void refund(Claim claim) {
    repositories.computeIfPresent(claim.repository(), (_, until) -> until - claim.cost());
    callers.computeIfPresent(claim.caller(), (_, until) -> until - claim.cost());
  }

  /** Advances the virtual time to a served claim's turn. */
  void served(double turn) {
    now = Math.max(now, turn);
  }

  /** Resets the virtual time and all turns, once nobody waits. */
  void forget() {
    repositories.clear();
    callers.clear();
    now = 0;
  }
}
