package org.packhouse.app.platform.database;

/** The use that a process makes of the embedded PostgreSQL. */
public enum EmbeddedDatabaseUse {
  /** For a server: starts it and owns it. */
  START,
  /** For a command: joins a running server's, or else starts it. */
  JOIN_IF_RUNNING
}
