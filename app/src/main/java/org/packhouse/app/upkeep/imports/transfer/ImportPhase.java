package org.packhouse.app.upkeep.imports.transfer;

/** A phase of a running import. */
public enum ImportPhase {
  WAITING("Waiting for its turn"),
  /** The host is resolved, and the other server lists its refs. */
  CONNECTING("Connecting"),
  COUNTING("The other server counts objects"),
  COMPRESSING("The other server compresses objects"),
  RECEIVING("Receiving objects"),
  RESOLVING("Resolving deltas"),
  COPYING("Copying"),
  CHECKING("Checking objects"),
  SAVING("Saving branches and tags");

  private final String title;

  ImportPhase(String title) {
    this.title = title;
  }

  public String title() {
    return title;
  }
}
