package org.packhouse.hooks;

/** Hears of ref moves after they happened, in the background, at least once each. */
public interface PostReceiveListener {

  /** Takes note. What it throws is logged, and the event comes again later. */
  void refsMoved(RefsMoved event);
}
