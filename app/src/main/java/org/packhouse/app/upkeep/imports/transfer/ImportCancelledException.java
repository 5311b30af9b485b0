package org.packhouse.app.upkeep.imports.transfer;

/** Somebody has cancelled the import, or it is another process's by now. */
public final class ImportCancelledException extends Exception {

  private static final long serialVersionUID = 1L;

  /** An end that nobody needs to be told of. */
  public ImportCancelledException() {
    super("cancelled");
  }
}
