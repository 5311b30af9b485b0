package org.packhouse.app.platform.throttle.queue;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Waiters by rank, and the order in which they are served. Guarded by the queue's lock. */
final class Lanes {

  /** Claims of a higher rank that may go ahead, one after the other. */
  static final int MAX_AHEAD = 4;

  private final Map<Rank, Lane> lanes = new EnumMap<>(Rank.class);
  private final Shares shares;
  private final Holdings holdings;
  private int size;
  private int wentAhead;

  Lanes(Shares shares, Holdings holdings) {
    this.shares = shares;
    this.holdings = holdings;
    for (Rank rank : Rank.values()) {
      lanes.put(rank, new Lane());
    }
  }

  int size() {
    return size;
  }

  void add(Waiter waiter) {
    lane(waiter.claim.rank()).add(waiter);
    size++;
  }

  void remove(Waiter waiter) {
    lane(waiter.claim.rank()).remove(waiter);
    size--;
    if (size == 0) {
      wentAhead = 0;
    }
  }

  /** Counts a person who goes ahead of others; to be called before the waiter is removed. */
  void served(Waiter waiter) {
    boolean ahead = waiter.claim.rank() == Rank.PERSON && size > lane(Rank.PERSON).size();
    wentAhead = ahead ? wentAhead + 1 : 0;
  }

  @Nullable Waiter any() {
    for (Lane lane : lanes.values()) {
      Waiter waiter = lane.any();
      if (waiter != null) {
        return waiter;
      }
    }
    return null;
  }

  /** Returns the number of waiters that are served before this one, as things stand. */
  int ahead(Waiter waiter) {
    Rank rank = waiter.claim.rank();
    int before = lane(rank).before(waiter);
    if (rank != Rank.PERSON) {
      before += lane(Rank.PERSON).size();
      before += lane(rank == Rank.ANONYMOUS ? Rank.AUTOMATION : Rank.ANONYMOUS).before(waiter);
    }
    return before;
  }

  /**
   * Returns the waiter whose turn it is, of those without their share; null if none waits.
   *
   * @param limit places in all
   */
  @Nullable Waiter next(int limit) {
    int most = shares.ofRepository(limit);
    boolean anonymousHaveEnough = holdings.ofAnonymous() >= shares.ofAnonymous(limit);
    Waiter person = lane(Rank.PERSON).first(repository -> holdings.of(repository) < most);
    if (person != null && wentAhead < MAX_AHEAD) {
      return person;
    }
    Waiter program = lane(Rank.AUTOMATION).first(repository -> holdings.of(repository) < most);
    Waiter anonymous =
        anonymousHaveEnough
            ? null
            : lane(Rank.ANONYMOUS).first(repository -> holdings.of(repository) < most);
    Waiter other = earlier(program, anonymous);
    if (other != null) {
      return other;
    }
    return person != null ? person : nextOfThoseWithEnough(most);
  }

  /** Claims beyond their share, while nobody else waits. */
  private @Nullable Waiter nextOfThoseWithEnough(int most) {
    Waiter anonymous = lane(Rank.ANONYMOUS).first(repository -> holdings.of(repository) < most);
    if (anonymous != null) {
      return anonymous;
    }
    Waiter person = lane(Rank.PERSON).any();
    if (person != null && wentAhead < MAX_AHEAD) {
      return person;
    }
    Waiter other = earlier(lane(Rank.AUTOMATION).any(), lane(Rank.ANONYMOUS).any());
    return other == null ? person : other;
  }

  private static @Nullable Waiter earlier(@Nullable Waiter one, @Nullable Waiter other) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    return Waiter.BY_TURN.compare(one, other) <= 0 ? one : other;
  }

  private Lane lane(Rank rank) {
    Lane lane = lanes.get(rank);
    if (lane == null) {
      throw new IllegalStateException("There is no lane for " + rank);
    }
    return lane;
  }
}
