package org.packhouse.hooks;

import java.util.List;

/**
 * Hears only of updates that concern it. It is asked that after the push, along with the brief
 * listeners, so that a push that concerns nobody is written down once for all of them. What does
 * concern it comes in its order, with a progress of its own.
 */
public interface SelectiveListener extends GatheringListener {

  /**
   * Says by a statement or two whether it is to hear of updates of one repository.
   *
   * @param events in their order, at least one
   * @return whether one of them concerns it at least: it hears of them all then. If this throws, it
   *     does, too
   */
  boolean isConcerned(List<RefsMoved> events);
}
