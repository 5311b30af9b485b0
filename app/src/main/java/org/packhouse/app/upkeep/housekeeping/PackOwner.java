package org.packhouse.app.upkeep.housekeeping;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.cluster.Leases.Lease;

/**
 * The owner of the packs that are worked on.
 *
 * @param kind what it is among its fork network
 * @param id of the repository or the pool
 * @param poolId of the pool that a member borrows from; null of all others
 * @param lease under which the work is done, and which must be held where its results are stored;
 *     null: none
 */
record PackOwner(Kind kind, long id, @Nullable Long poolId, @Nullable Lease lease) {

  /** The kind of owner, which decides how packs are kept. */
  enum Kind {
    /** A repository that shares nothing. */
    REPOSITORY,
    /**
     * A repository that borrows from a pool. What the pool has is left out of its packs, and so it
     * can have no bitmap.
     */
    MEMBER,
    /** What members borrow from. Nothing ever goes: what no member needs is not known here. */
    POOL
  }

  /**
   * A repository; {@code poolId} is of the pool that it borrows from, null if it shares nothing.
   */
  static PackOwner repository(long id, @Nullable Long poolId) {
    return new PackOwner(poolId == null ? Kind.REPOSITORY : Kind.MEMBER, id, poolId, null);
  }

  /** A pool. */
  static PackOwner pool(long id) {
    return new PackOwner(Kind.POOL, id, null, null);
  }

  /** The same, worked on under a lease. */
  PackOwner under(Lease held) {
    return new PackOwner(kind, id, poolId, held);
  }

  boolean isPool() {
    return kind == Kind.POOL;
  }

  /** What a ticket for work on its packs is for. */
  Target target() {
    return kind == Kind.POOL ? Target.pool(id) : Target.repository(id);
  }

  boolean hasBitmap() {
    return kind != Kind.MEMBER;
  }

  boolean borrows() {
    return kind == Kind.MEMBER;
  }

  boolean keepsAll() {
    return isPool();
  }

  @Override
  public String toString() {
    return (isPool() ? "pool " : "repository ") + id;
  }
}
