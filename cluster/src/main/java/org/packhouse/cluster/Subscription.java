package org.packhouse.cluster;

/** A registration of a listener, until closed. */
public interface Subscription extends AutoCloseable {

  /** Ends the registration; a running call completes. */
  @Override
  void close();
}
