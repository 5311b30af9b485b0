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
  private final Map<Maker, Refusals> pending = new ConcurrentHashMap<>();

  RefusedRequests(RefusalRows rows, Clock clock) {
    this.rows = rows;
    this.clock = clock;
  }

  /**
   * Maker of requests.
   *
   * @param userId 0: no user
   * @param name empty of a user; else an address, what an access key or token is called, or {@value
   *     #OTHERS}
   */
  public record Maker(long userId, String name) {

    /** Stands for all whom it would take too much to tell apart. */
    public static final String OTHERS = "others";

    static Maker user(long id) {
      return new Maker(id, "");
    }

    static Maker other(String name) {
      return new Maker(0, name);
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

  /** A maker who was refused, how often, and when last. */
  public record Refused(Maker maker, long refusals, Instant last) {}

  void count(Maker maker) {
    boolean known = pending.size() < MAX_PENDING || pending.containsKey(maker);
    pending.merge(
        known ? maker : Maker.other(Maker.OTHERS),
        new Refusals(1, clock.instant()),
        Refusals::plus);
  }

  /** Writes down what was counted. */
  void flush() {
    for (Maker maker : List.copyOf(pending.keySet())) {
      Refusals counted = pending.remove(maker);
      if (counted != null) {
        rows.add(maker, counted);
      }
    }
  }

  /** Forgets what is too old to be told. */
  void purge() {
    rows.removeBefore(clock.instant().minus(RETENTION));
  }

  void forget(long userId) {
    pending.remove(Maker.user(userId));
    rows.remove(userId);
  }
}
