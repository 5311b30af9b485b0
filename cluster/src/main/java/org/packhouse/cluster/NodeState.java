package org.packhouse.cluster;

/** A state of a node, from the least to the gravest, and what a load balancer is told of it. */
public enum NodeState {
  /** It does not take requests yet. */
  STARTING("STARTING", 503),
  /** It runs and waits to be set up. */
  FIRST_RUN("FIRST_RUN", 200),
  /** It takes all requests. */
  ACTIVE("RUNNING", 200),
  /** It takes the requests of administrators only: pages say so, git is refused. */
  MAINTENANCE("MAINTENANCE", 200),
  /** It finishes what it has begun and should get nothing new. */
  DRAINING("DRAINING", 503),
  /** It is about to be gone. */
  STOPPING("STOPPING", 503),
  /** It lacks something that it needs, such as the database or the shared home. */
  ERROR("ERROR", 500);

  private final String wireName;
  private final int httpStatus;

  NodeState(String wireName, int httpStatus) {
    this.wireName = wireName;
    this.httpStatus = httpStatus;
  }

  /** The name in the response of {@code /status}. */
  public String wireName() {
    return wireName;
  }

  /** The status code of that response. */
  public int httpStatus() {
    return httpStatus;
  }
}
