package org.packhouse.hooks;

/**
 * A listener for ref moves, notified in the background at least once each, in order within a
 * repository.
 */
public interface PostReceiveListener {

  /** Returns the unique and permanent key of its progress. */
  String name();

  /** After an exception the event and later ones of the repository are delivered again. */
  void refsMoved(RefsMoved event);
}
