package org.packhouse.app.platform.throttle.queue;

import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Map;

/** Held places, and since when; guarded by the queue's lock. */
final class Holdings {

  /** Age from which a holder waits for a client, as a rule, and not for a processor. */
  static final Duration SLOW = Duration.ofSeconds(5);

  private final IdentityHashMap<Claim, Long> since = new IdentityHashMap<>();

  void add(Claim claim, long now) {
    since.put(claim, now);
  }

  void remove(Claim claim) {
    since.remove(claim);
  }

  /** True if the claim's caller or repository has long held half; anonymous callers are one. */
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
