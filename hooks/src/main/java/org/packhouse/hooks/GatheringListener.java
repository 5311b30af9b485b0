package org.packhouse.hooks;

import java.util.List;

/**
 * A listener that receives several close updates of a repository together, at little more cost than
 * one.
 */
public interface GatheringListener extends PostReceiveListener {

  /**
   * Receives events in order, at least one. If this throws for several, each is delivered
   * separately, so that earlier ones are not held up.
   */
  void refsMoved(List<RefsMoved> events);

  @Override
  default void refsMoved(RefsMoved event) {
    refsMoved(List.of(event));
  }
}
