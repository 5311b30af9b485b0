package org.packhouse.hooks;

/**
 * Hears of ref moves after they happened, in the background, at least once each, those of one
 * repository one after the other. It delays no other listener, and its failures are its own.
 */
public interface PostReceiveListener {

  /** What its progress is kept under: unique, and the same for ever. */
  String name();

  /**
   * Takes note. What it throws is logged, and the event comes again later; those of the same
   * repository wait behind it.
   */
  void refsMoved(RefsMoved event);
}
