package org.packhouse.app.networks.imports.transfer;

/** Where an import comes from. */
public enum ImportKind {
  /** Another server. */
  URL,
  /** A folder of this server. */
  FOLDER
}
