package org.packhouse.app.platform.node;

import org.jspecify.annotations.Nullable;
import org.packhouse.cluster.NodeState;

/**
 * A part of the server that can put the node into another state than {@link NodeState#ACTIVE}: the
 * set-up that is not done, a database that is away. Asked off the request path, often.
 */
@FunctionalInterface
public interface StateSource {

  /**
   * The state that this part demands; null if all is well with it. May block for long: it is asked
   * with a time-out, after which the node is in {@link NodeState#ERROR}.
   */
  @Nullable NodeState demand() throws Exception;

  /**
   * Whether {@link #demand} waits for nothing. Such a part is asked each time that somebody wants
   * to know the state, so that its errors are seen at once, whatever others wait for.
   */
  default boolean answersAtOnce() {
    return false;
  }
}
