package org.packhouse.app.upkeep.imports.transfer;

/** The kind of source that an import comes from. */
public enum ImportKind {
  /** Another server. */
  URL,
  /** A directory of this server. */
  FOLDER
}
