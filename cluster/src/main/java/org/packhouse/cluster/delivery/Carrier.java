package org.packhouse.cluster.delivery;

/** Sends envelopes to the other nodes. */
@FunctionalInterface
public interface Carrier {

  /** Sends fewer than 8,000 bytes to every other node in order, dropping on failure. */
  void send(String envelope);
}
