package org.packhouse.hooks;

import java.util.List;

/**
 * A listener that receives only updates that concern it. It is asked together with the brief
 * listeners, so that a push that concerns none of them takes one outbox row.
 */
public interface SelectiveListener extends GatheringListener {

  /** Returns whether any event concerns it, so that all are delivered, as after an exception. */
  boolean isConcerned(List<RefsMoved> events);
}
