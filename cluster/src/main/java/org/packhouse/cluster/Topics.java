package org.packhouse.cluster;

import java.util.function.Consumer;

/**
 * Short messages to all nodes. A message makes things fast, never right: one may be lost while
 * nodes are cut off from each other, so whoever listens also has another way to find out.
 */
public interface Topics {

  /** Sends a message to every subscriber of a topic on every node, this one among them. */
  void publish(String topic, String message);

  /**
   * Tells of every message from now on. Messages of one node come in the order in which they were
   * published, one at a time, on a thread that a slow listener keeps from others of this topic
   * only.
   *
   * @return ends the telling when closed
   */
  Subscription subscribe(String topic, Consumer<String> listener);
}
