package org.packhouse.app.networks.webhook;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;

/** Closes a connection at a time, however slowly its other end sends, unless closed before. */
final class Deadline implements AutoCloseable {

  private final Thread watch;
  private volatile boolean over;

  private Deadline(Socket socket, Duration time) {
    watch =
        Thread.ofVirtual()
            .name("webhook-deadline")
            .unstarted(() -> {
              try {
                Thread.sleep(time);
                over = true;
                socket.close();
              } catch (InterruptedException | IOException e) {
                // Nobody waits for the connection any more, or it is closed.
                Thread.currentThread().interrupt();
              }
            });
  }

  /** Begins now. */
  static Deadline of(Socket socket, Duration time) {
    Deadline deadline = new Deadline(socket, time);
    deadline.watch.start();
    return deadline;
  }

  /** Whether it was this that closed the connection. */
  boolean isOver() {
    return over;
  }

  @Override
  public void close() {
    watch.interrupt();
  }
}
