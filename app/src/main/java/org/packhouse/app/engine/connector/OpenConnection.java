package org.packhouse.app.engine.connector;

import java.nio.channels.SocketChannel;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A client's connection and its state: reading a request's head, serving requests, or idle. */
final class OpenConnection {

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

  /** Returns {@link System#nanoTime}, but never {@link #NEVER}. */
  static long now() {
    return System.nanoTime() | 1;
  }

  SocketChannel channel() {
    return channel;
  }

  /** Returns the client's network; null if a trusted proxy speaks for its clients. */
  @Nullable String network() {
    return network;
  }

  void headBegins() {
    if (headBegan == NEVER) {
      headBegan = now();
    }
  }

  void becomesIdle() {
    headBegan = NEVER;
  }

  /** Marks the connection as HTTP/2, with the time at which the oldest unfinished head began. */
  void upgradedToHttp2(LongSupplier began, Runnable closed) {
    heads = began;
    onClose = closed;
  }

  void closed() {
    onClose.run();
  }

  /** Returns for how long the head of a request has been coming; zero if none is. */
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
