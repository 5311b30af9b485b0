package org.packhouse.app.upkeep.imports.transfer;

/** Signals that the import was cancelled, or that another process has it now. */
public final class ImportCancelledException extends Exception {

  private static final long serialVersionUID = 1L;

  public ImportCancelledException() {
    super("cancelled");
  }
}
