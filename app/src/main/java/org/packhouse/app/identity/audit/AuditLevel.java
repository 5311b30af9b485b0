package org.packhouse.app.identity.audit;

/** The detail of the trail in an area; each level includes those before it. */
public enum AuditLevel {
  OFF,
  /** Changes to permissions, and changes that cannot be undone. */
  BASE,
  /** Sign-ins with their addresses, and changes of settings. */
  ADVANCED,
  FULL
}
