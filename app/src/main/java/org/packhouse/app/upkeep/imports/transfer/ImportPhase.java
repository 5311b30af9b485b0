package org.packhouse.app.upkeep.imports.transfer;

/** A step of a running import. */
public enum ImportPhase {
  /** Others are before it. */
  WAITING("Waiting for its turn"),
  /** The host is looked up, and the other server is asked what it has. */
  CONNECTING("Connecting"),
  /** The other server counts what it will send. */
  COUNTING("The other server counts objects"),
  /** The other server compresses what it will send. */
  COMPRESSING("The other server compresses objects"),
  /** Objects come. */
  RECEIVING("Receiving objects"),
  /** What came is indexed. */
  RESOLVING("Resolving deltas"),
  /** Files are copied from a directory of this server. */
  COPYING("Copying"),
  /** Objects are checked. */
  CHECKING("Checking objects"),
  /** Branches and tags are being made. */
  SAVING("Saving branches and tags");

  private final String title;

  ImportPhase(String title) {
    this.title = title;
  }

  /** For people. */
  public String title() {
    return title;
  }
}
