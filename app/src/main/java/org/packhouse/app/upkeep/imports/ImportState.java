package org.packhouse.app.upkeep.imports;

/** The state of an import. */
public enum ImportState {
  /** It waits for its turn. */
  QUEUED("Waiting"),
  /** It is being done. */
  RUNNING("Running"),
  /** The repository is there. */
  DONE("Done"),
  /** It failed, and can be tried again. */
  FAILED("Failed"),
  /** Somebody cancelled it; it can be tried again. */
  CANCELLED("Cancelled"),
  /** Of a bulk import: it was imported before. */
  SKIPPED("Skipped");

  private final String title;

  ImportState(String title) {
    this.title = title;
  }

  /** For people. */
  public String title() {
    return title;
  }

  /** Whether something will still happen by itself. */
  public boolean isOpen() {
    return this == QUEUED || this == RUNNING;
  }
}
