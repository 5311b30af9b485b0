package org.packhouse.cluster;

/** Something that is told to a listener until it is closed. */
public interface Subscription extends AutoCloseable {

  /** Ends it; a call that is under way comes to its end. */
  @Override
  void close();
}
