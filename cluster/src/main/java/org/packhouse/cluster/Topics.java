package org.packhouse.cluster;

import java.util.UUID;

/**
 * Short messages to all nodes, for speed, never for correctness: messages may be lost while nodes
 * are apart or connecting. Listeners are told once the nodes hear of each other again, and must
 * have another way to notice until then.
 */
public interface Topics {

  /** Maximum length of a message in bytes of UTF-8. */
  int MAX_BYTES = 7_000;

  /** Publishes to all subscribers on all nodes, including this one, at most {@link #MAX_BYTES}. */
  void publish(String topic, String message);

  /** Subscribes until closed. Messages of a node arrive in order, in a thread per topic. */
  Subscription subscribe(String topic, Listener listener);

  interface Listener {

    /** Takes the id of the publishing member. */
    void onMessage(UUID sender, String message);

    /** Called when messages of other nodes may have been lost. */
    void onGap();

    /** Returns a listener that reloads the truth in any case. */
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
