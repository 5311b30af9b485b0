package org.packhouse.app.networks.housekeeping;

/**
 * Whose packs are worked on.
 *
 * @param kind what it is among its fork network
 * @param id of the repository or the pool
 */
record PackOwner(Kind kind, long id) {

  /** How packs are kept. */
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

  boolean isPool() {
    return kind == Kind.POOL;
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
}
