package org.packhouse.app.platform.outbound;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Closes a connection at a deadline, however slowly its other end sends. */
final class Deadline implements AutoCloseable {

  private final CompletableFuture<Void> closing;
  private volatile boolean over;

  private Deadline(Socket socket, Duration time) {
    closing =
        CompletableFuture.runAsync(
            () -> end(socket),
            CompletableFuture.delayedExecutor(time.toMillis(), TimeUnit.MILLISECONDS));
  }

  static Deadline of(Socket socket, Duration time) {
    return new Deadline(socket, time);
  }

  private void end(Socket socket) {
    over = true;
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  boolean isOver() {
    return over;
  }

  @Override
  public void close() {
    // Completing it cancels the task; cancel() would create an exception for each call.
    closing.complete(null);
  }
}
