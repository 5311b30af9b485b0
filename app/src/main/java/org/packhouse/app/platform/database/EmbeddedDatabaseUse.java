package org.packhouse.app.platform.database;

/** A process's use of the embedded PostgreSQL. */
public enum EmbeddedDatabaseUse {
  /** It starts it, and is the only one to have it: a server. */
  START,
  /** It takes the one that a running server has, and starts it if none runs: a command. */
  JOIN_IF_RUNNING
}
