package org.packhouse.app.platform.node;

/** What a node is doing, and what {@code /status} says of it to a load balancer. */
public enum NodeState {
  /** The server starts; it serves nothing yet. */
  STARTING("STARTING", 503),
  /** The server runs and waits to be set up. */
  FIRST_RUN("FIRST_RUN", 200),
  /** The server runs. */
  ACTIVE("RUNNING", 200),
  /** An administrator has locked the server; pages say so, git is refused. */
  MAINTENANCE("MAINTENANCE", 200),
  /** The node finishes what it has and shall be sent nothing new. */
  DRAINING("DRAINING", 503),
  /** The node was told to stop. */
  STOPPING("STOPPING", 503),
  /** PostgreSQL or the shared home is out of reach. */
  ERROR("ERROR", 500);

  private final String wireName;
  private final int httpStatus;

  NodeState(String wireName, int httpStatus) {
    this.wireName = wireName;
    this.httpStatus = httpStatus;
  }

  /** The name in the answer of {@code /status}. */
  public String wireName() {
    return wireName;
  }

  /** The status code of that answer. */
  public int httpStatus() {
    return httpStatus;
  }
}
