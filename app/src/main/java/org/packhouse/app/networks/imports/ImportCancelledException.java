package org.packhouse.app.networks.imports;

/** Somebody has cancelled the import, or it is another process's by now. */
final class ImportCancelledException extends Exception {

  private static final long serialVersionUID = 1L;

  ImportCancelledException() {
    super("cancelled");
  }
}
