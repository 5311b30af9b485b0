package org.packhouse.app.platform.throttle.queue;

import java.util.HashMap;
import java.util.Map;

/**
 * The order of turns: start-time fair queueing (Goyal, Vin and Cheng, "Start-time Fair Queuing",
 * 1996) on repositories and on callers at once.
 *
 * <p>There is a virtual time, which is the turn of the last claim that got a place. Each repository
 * and each caller has a time at which it has had what was charged to it: a new claim adds its cost
 * to both, from then or from the virtual time, whichever is later, and its turn is where the later
 * of the two began. So a crowd of one repository is spread over the time to come, whoever they are,
 * and so is one caller's, over all repositories; whoever comes alone has its turn now.
 */
final class Turns {

  private final Map<Object, Double> repositories = new HashMap<>();
  private final Map<String, Double> callers = new HashMap<>();
  private double now;

  /** Charges a new claim, and says when its turn is. */
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

  /** Takes back what a claim was charged with, which leaves without a place. */
  void refund(Claim claim) {
    repositories.computeIfPresent(claim.repository(), (_, until) -> until - claim.cost());
    callers.computeIfPresent(claim.caller(), (_, until) -> until - claim.cost());
  }

  /** Moves the time on to the turn of a claim that has got its place. */
  void served(double turn) {
    now = Math.max(now, turn);
  }

  /** Begins anew: nobody waits. */
  void forget() {
    repositories.clear();
    callers.clear();
    now = 0;
  }
}
