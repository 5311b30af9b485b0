package org.packhouse.cluster;

import java.util.UUID;

/**
 * Short messages to all nodes. A message makes things fast, never right: one may be lost while
 * nodes are cut off from each other, or not yet connected. Its listeners are told of that as soon
 * as the nodes hear of each other again, and have another way to find out until then.
 */
public interface Topics {

  /** The longest message, in bytes of UTF-8. */
  int MAX_BYTES = 7_000;

  /**
   * Sends a message to every subscriber of a topic on every node, this one among them.
   *
   * @param topic a name without spaces
   * @throws IllegalArgumentException if the message is longer than {@link #MAX_BYTES}
   */
  void publish(String topic, String message);

  /**
   * Tells of every message from now on. Messages of one node come in the order in which they were
   * published, one at a time, on a thread that a slow listener keeps from others of this topic
   * only.
   *
   * @return ends the telling when closed
   */
  Subscription subscribe(String topic, Listener listener);

  /** Hears the messages of a topic. */
  interface Listener {

    /**
     * Takes a message.
     *
     * @param sender the id of the member that published it
     */
    void onMessage(UUID sender, String message);

    /** Hears that messages of other nodes may have been lost before the next one. */
    void onGap();

    /** One that does the same whatever it hears: it looks itself what is true now. */
    static Listener refreshing(Runnable refresh) {
      return new Listener() {
        @Override
        public void onMessage(UUID sender, String message) {
          refresh.run();
        }

        @Override
        public void onGap() {
          refresh.run();
        }
      };
    }
  }
}
