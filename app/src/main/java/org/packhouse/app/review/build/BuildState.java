package org.packhouse.app.review.build;

public enum BuildState {
  SUCCESSFUL,
  /** Running or queued. */
  INPROGRESS,
  FAILED,
  CANCELLED,
  UNKNOWN;

  public boolean isFailure() {
    return this == FAILED || this == CANCELLED;
  }
}
