package org.packhouse.cluster;

/** The state of a node, in order of gravity, and its {@code /status} response. */
public enum NodeState {
  /** It does not take requests yet. */
  STARTING("STARTING", 503),
  /** It waits to be set up. */
  FIRST_RUN("FIRST_RUN", 200),
  ACTIVE("RUNNING", 200),
  /** It serves administrators only; Git is refused. */
  MAINTENANCE("MAINTENANCE", 200),
  /** It finishes running work and should get nothing new. */
  DRAINING("DRAINING", 503),
  STOPPING("STOPPING", 503),
  /** It lacks something essential, such as the database or the shared home. */
  ERROR("ERROR", 500);

  private final String wireName;
  private final int httpStatus;

  NodeState(String wireName, int httpStatus) {
    this.wireName = wireName;
    this.httpStatus = httpStatus;
  }

  public String wireName() {
    return wireName;
  }

  public int httpStatus() {
    return httpStatus;
  }
}
