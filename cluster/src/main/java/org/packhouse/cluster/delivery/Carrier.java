package org.packhouse.cluster.delivery;

/** Takes envelopes to the other nodes. */
@FunctionalInterface
public interface Carrier {

  /**
   * Takes one to every other node, after those before it, and does not wait until it is there. One
   * that cannot be taken is dropped.
   *
   * @param envelope fewer than 8,000 bytes of UTF-8
   */
  void send(String envelope);
}
