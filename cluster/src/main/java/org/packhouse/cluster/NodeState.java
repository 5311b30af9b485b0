package org.packhouse.cluster;

/** What a node is doing. */
public enum NodeState {
  /** It does not take requests yet. */
  STARTING,
  /** It takes all requests. */
  ACTIVE,
  /** It finishes what it has begun and should get nothing new. */
  DRAINING,
  /** It takes the requests of administrators only. */
  MAINTENANCE,
  /** It is about to be gone. */
  STOPPING,
  /** It lacks something that it needs, such as the database or the shared home. */
  ERROR
}
