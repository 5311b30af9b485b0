package org.packhouse.app.review.build;

/** The state of a build. */
public enum BuildState {
  /** It has succeeded. */
  SUCCESSFUL,
  /** It runs, or waits to run. */
  INPROGRESS,
  /** It has failed. */
  FAILED,
  /** Somebody or something has stopped it. */
  CANCELLED,
  /** Whoever runs it does not know. */
  UNKNOWN;

  /** Whether it has ended without success. */
  public boolean isFailure() {
    return this == FAILED || this == CANCELLED;
  }
}
