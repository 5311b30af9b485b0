package org.packhouse.app.platform.node;

import org.jspecify.annotations.Nullable;
import org.packhouse.cluster.NodeState;

/** A component whose condition affects the node's state. */
@FunctionalInterface
public interface StateSource {

  /** Returns the demanded state, or null. May block, off the request path, until a timeout. */
  @Nullable NodeState demand() throws Exception;

  /** Returns whether {@link #demand} never blocks, so that it is polled on each call. */
  default boolean answersAtOnce() {
    return false;
  }
}
