package org.packhouse.app.platform.throttle.queue;

/** A rank among those who wait. */
public enum Rank {
  /** Somebody sits there and waits. */
  PERSON,
  /** A program of somebody who is known, or the server itself. */
  AUTOMATION,
  /** Nobody who is known. All of these together are one caller. */
  ANONYMOUS
}
