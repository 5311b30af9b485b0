package org.packhouse.app.upkeep.housekeeping;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.throttle.TicketRequest.Target;
import org.packhouse.cluster.Leases.Lease;

/**
 * The repository or pool whose packs are worked on, and the lease under which results are stored.
 */
record PackOwner(Kind kind, long id, @Nullable Long poolId, @Nullable Lease lease) {

  /** The place of the owner in its fork network, which decides how packs are kept. */
  enum Kind {
    REPOSITORY,
    /** Borrows from a pool, whose objects its packs lack, so that it can have no bitmap. */
    MEMBER,
    /**
     * A pool that members borrow from. Its objects never go: which of them members need is unknown.
     */
    POOL
  }

  /** Returns the owner of a repository's packs; null: it borrows from no pool. */
  static PackOwner repository(long id, @Nullable Long poolId) {
    return new PackOwner(poolId == null ? Kind.REPOSITORY : Kind.MEMBER, id, poolId, null);
  }

  static PackOwner pool(long id) {
    return new PackOwner(Kind.POOL, id, null, null);
  }

  PackOwner under(Lease held) {
    return new PackOwner(kind, id, poolId, held);
  }

  boolean isPool() {
    return kind == Kind.POOL;
  }

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
