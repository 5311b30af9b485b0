package org.packhouse.app.upkeep.imports;

/** The state of an import. */
public enum ImportState {
  QUEUED("Waiting"),
  RUNNING("Running"),
  DONE("Done"),
  FAILED("Failed"),
  CANCELLED("Cancelled"),
  /** Imported before, as part of a bulk import. */
  SKIPPED("Skipped");

  private final String title;

  ImportState(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }

  /** Returns whether the import is queued or running. */
  public boolean isOpen() {
    return this == QUEUED || this == RUNNING;
  }
}
