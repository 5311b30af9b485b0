package org.packhouse.app.platform.throttle.queue;

import java.time.Duration;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/** Held places, and since when; guarded by the queue's lock. */
final class Holdings {

  /** Age from which a holder waits for a client, as a rule, and not for a processor. */
  static final Duration SLOW = Duration.ofSeconds(5);

  private final IdentityHashMap<Claim, Long> since = new IdentityHashMap<>();

  private final Map<Object, Integer> byRepository = new HashMap<>();
  private int count;
  private int ofAnonymous;

  void add(Claim claim, long now) {
    count++;
    since.put(claim, now);
    byRepository.merge(claim.repository(), 1, Integer::sum);
    if (claim.rank() == Rank.ANONYMOUS) {
      ofAnonymous++;
    }
  }

  void remove(Claim claim) {
    count--;
    since.remove(claim);
    byRepository.computeIfPresent(claim.repository(), (_, count) -> count == 1 ? null : count - 1);
    if (claim.rank() == Rank.ANONYMOUS) {
      ofAnonymous--;
    }
  }

  int count() {
    return count;
  }

  int of(Object repository) {
    return byRepository.getOrDefault(repository, 0);
  }

  int ofAnonymous() {
    return ofAnonymous;
  }

  /** Returns whether the claim's caller or repository has held half of the places for long. */
  boolean isSlowWithHalf(Claim claim, int limit, long now) {
    int ofCaller = 0;
    int ofRepository = 0;
    for (Map.Entry<Claim, Long> held : since.entrySet()) {
      if (now - held.getValue() > SLOW.toNanos()) {
        ofCaller += held.getKey().caller().equals(claim.caller()) ? 1 : 0;
        ofRepository += held.getKey().repository().equals(claim.repository()) ? 1 : 0;
      }
    }
    return 2 * Math.max(ofCaller, ofRepository) >= Math.max(2, limit);
  }
}
