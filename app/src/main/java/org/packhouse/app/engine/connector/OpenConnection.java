package org.packhouse.app.engine.connector;

import java.nio.channels.SocketChannel;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A connection with a client, and what it is at: the head of a request, requests, or nothing. */
final class OpenConnection {

  /** Of a time: that there is none. */
  static final long NEVER = 0;

  private final OpenConnections all;
  private final SocketChannel channel;
  private final @Nullable String network;
  private int requests;
  private volatile long headBegan = now();
  private volatile LongSupplier heads = () -> headBegan;
  private volatile Runnable onClose = () -> {};

  OpenConnection(OpenConnections all, SocketChannel channel, @Nullable String network) {
    this.all = all;
    this.channel = channel;
    this.network = network;
  }

  /** {@link System#nanoTime}, but for the one value that means something else. */
  static long now() {
    return System.nanoTime() | 1;
  }

  SocketChannel channel() {
    return channel;
  }

  /** The client's network; null if a trusted proxy speaks for its clients. */
  @Nullable String network() {
    return network;
  }

  /** The head of a request has begun to come. */
  void headBegins() {
    if (headBegan == NEVER) {
      headBegan = now();
    }
  }

  /** Nothing is on its way. */
  void rests() {
    headBegan = NEVER;
  }

  /**
   * It became one of HTTP/2.
   *
   * @param began knows when its oldest unfinished head began
   * @param closed is told when it is closed
   */
  void framed(LongSupplier began, Runnable closed) {
    heads = began;
    onClose = closed;
  }

  void closed() {
    onClose.run();
  }

  /** For how long the head of a request has been coming; zero if none is. */
  long headNanos(long now) {
    long began = heads.getAsLong();
    return began == NEVER ? 0 : now - began;
  }

  synchronized void requestBegins() {
    headBegan = NEVER;
    requests++;
    if (requests == 1) {
      all.busy(this);
    }
  }

  synchronized void requestEnds() {
    requests--;
    if (requests == 0) {
      all.idle(this);
    }
  }
}
