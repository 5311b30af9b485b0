package org.packhouse.app.upkeep.imports.transfer;

/** The kind of source; {@code FOLDER} is a directory of this server. */
public enum ImportKind {
  URL,
  FOLDER
}
