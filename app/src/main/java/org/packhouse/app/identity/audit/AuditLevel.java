package org.packhouse.app.identity.audit;

/** Depth to which an area is written down; each level has those before it. */
public enum AuditLevel {
  /** Nothing. */
  OFF,
  /** What changes what others may do, or cannot be taken back. */
  BASE,
  /** Who came in, and from where, and what people set. */
  ADVANCED,
  /** Everything. */
  FULL
}
