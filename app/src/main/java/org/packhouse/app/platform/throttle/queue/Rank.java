package org.packhouse.app.platform.throttle.queue;

/** Rank of waiters, the first served first. */
public enum Rank {
  PERSON,
  /** A program of a known user, or the server itself. */
  AUTOMATION,
  /** All anonymous callers together are one caller. */
  ANONYMOUS
}
