package org.packhouse.app.imports;

/** Where an import comes from. */
public enum ImportKind {
  /** Another server. */
  URL,
  /** A folder of this server. */
  FOLDER
}
