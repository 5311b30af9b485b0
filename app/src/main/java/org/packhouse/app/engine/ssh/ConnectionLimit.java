package org.packhouse.app.engine.ssh;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.util.LinkedHashSet;
import java.util.SequencedSet;

/**
 * Keeps connections that have not signed in from crowding out those that will: beyond the limit the
 * oldest of them is closed. Somebody who only occupies connections loses them; somebody who signs
 * in needs a fraction of a second.
 */
final class ConnectionLimit {

  private final int most;
  private final SequencedSet<Channel> waiting = new LinkedHashSet<>();

  ConnectionLimit(int most) {
    this.most = most;
  }

  /** A connection was accepted. */
  void accepted(Channel channel) {
    Channel eldest = null;
    synchronized (waiting) {
      waiting.add(channel);
      if (waiting.size() > most) {
        eldest = waiting.removeFirst();
      }
    }
    channel.closeFuture().addListener(closed -> authenticated(channel));
    if (eldest != null) {
      ChannelFuture _ = eldest.close();
    }
  }

  /** It has signed in, or is closed. */
  void authenticated(Channel channel) {
    synchronized (waiting) {
      waiting.remove(channel);
    }
  }

  /** Connections that have not signed in. */
  int size() {
    synchronized (waiting) {
      return waiting.size();
    }
  }
}
