package org.packhouse.app.identity.ratelimit;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.packhouse.app.identity.ratelimit.RefusalRows.Refusals;
import org.springframework.stereotype.Component;

/**
 * Counts refused requests in memory, and stores the counts every few seconds. Requesters without an
 * account are bounded; further ones are counted together.
 */
@Component
public class RefusedRequests {

  /** The time for which refusals are kept. */
  public static final Duration RETENTION = Duration.ofDays(7);

  private static final int MAX_PENDING = 200;

  private final RefusalRows rows;
  private final Clock clock;
  private final Map<Requester, Refusals> pending = new ConcurrentHashMap<>();

  RefusedRequests(RefusalRows rows, Clock clock) {
    this.rows = rows;
    this.clock = clock;
  }

  /** The sender of requests: a user, or 0 and an address, access key, token or {@value #OTHERS}. */
  public record Requester(long userId, String name) {

    /** Stands for all requesters beyond the bound. */
    public static final String OTHERS = "others";

    static Requester user(long id) {
      return new Requester(id, "");
    }

    static Requester other(String name) {
      return new Requester(0, name);
    }
  }

  public enum Order {
    NEWEST,
    FREQUENCY
  }

  /** Lists the requesters refused within {@link #RETENTION} on all nodes. */
  public List<Refused> list(Order order, boolean usersOnly, int start, int limit) {
    return rows.list(clock.instant().minus(RETENTION), order, usersOnly, start, limit);
  }

  public record Refused(Requester requester, long refusals, Instant last) {}

  void count(Requester requester) {
    boolean known = pending.size() < MAX_PENDING || pending.containsKey(requester);
    pending.merge(
        known ? requester : Requester.other(Requester.OTHERS),
        new Refusals(1, clock.instant()),
        Refusals::plus);
  }

  void flush() {
    for (Requester requester : List.copyOf(pending.keySet())) {
      Refusals counted = pending.remove(requester);
      if (counted != null) {
        rows.add(requester, counted);
      }
    }
  }

  void purge() {
    rows.removeBefore(clock.instant().minus(RETENTION));
  }

  void forget(long userId) {
    pending.remove(Requester.user(userId));
    rows.remove(userId);
  }
}
