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
 * Counts of refused requests by who made them. A refusal writes nothing: a node adds to the
 * database every few seconds what it has counted. Makers who are no users are bounded, here and in
 * the database; those beyond are counted together.
 */
@Component
public class RefusedRequests {

  /** How long it is told who was refused. */
  public static final Duration RETENTION = Duration.ofDays(7);

  private static final int MAX_PENDING = 200;

  private final RefusalRows rows;
  private final Clock clock;
  private final Map<Requester, Refusals> pending = new ConcurrentHashMap<>();

  RefusedRequests(RefusalRows rows, Clock clock) {
    this.rows = rows;
    this.clock = clock;
  }

  /**
   * Requester of requests.
   *
   * @param userId 0: no user
   * @param name empty of a user; else an address, what an access key or token is called, or {@value
   *     #OTHERS}
   */
  public record Requester(long userId, String name) {

    /** Stands for all whom it would take too much to tell apart. */
    public static final String OTHERS = "others";

    static Requester user(long id) {
      return new Requester(id, "");
    }

    static Requester other(String name) {
      return new Requester(0, name);
    }
  }

  /** An order of makers. */
  public enum Order {
    /** Who was refused last comes first. */
    NEWEST,
    /** Who was refused most often comes first. */
    FREQUENCY
  }

  /**
   * Makers who were refused within {@link #RETENTION}, of all nodes.
   *
   * @param usersOnly leaves out who is no user
   */
  public List<Refused> list(Order order, boolean usersOnly, int start, int limit) {
    return rows.list(clock.instant().minus(RETENTION), order, usersOnly, start, limit);
  }

  /** A requester who was refused, how often, and when last. */
  public record Refused(Requester requester, long refusals, Instant last) {}

  void count(Requester requester) {
    boolean known = pending.size() < MAX_PENDING || pending.containsKey(requester);
    pending.merge(
        known ? requester : Requester.other(Requester.OTHERS),
        new Refusals(1, clock.instant()),
        Refusals::plus);
  }

  /** Writes down what was counted. */
  void flush() {
    for (Requester requester : List.copyOf(pending.keySet())) {
      Refusals counted = pending.remove(requester);
      if (counted != null) {
        rows.add(requester, counted);
      }
    }
  }

  /** Forgets what is too old to be told. */
  void purge() {
    rows.removeBefore(clock.instant().minus(RETENTION));
  }

  void forget(long userId) {
    pending.remove(Requester.user(userId));
    rows.remove(userId);
  }
}
