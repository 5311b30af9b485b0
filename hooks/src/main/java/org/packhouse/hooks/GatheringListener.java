package org.packhouse.hooks;

import java.util.List;

/**
 * Hears of several updates of one repository at once if they follow one another closely: to it they
 * cost little more than one.
 */
public interface GatheringListener extends PostReceiveListener {

  /**
   * Takes note of updates of one repository.
   *
   * @param events in their order, at least one. If this throws for several, each is told again by
   *     itself, so that one that fails does not hold up those before it
   */
  void refsMoved(List<RefsMoved> events);

  @Override
  default void refsMoved(RefsMoved event) {
    refsMoved(List.of(event));
  }
}
