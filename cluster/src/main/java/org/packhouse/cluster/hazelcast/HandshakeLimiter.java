package org.packhouse.cluster.hazelcast;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.packhouse.cluster.hazelcast.MemberHandshake.RefusalException;

/**
 * Bounds handshakes with clients, which need only reach the port. Each takes one of Hazelcast's
 * sixteen threads, also needed for outgoing connections: so few are allowed per address, fewer than
 * threads in all, and none beyond a deadline.
 */
final class HandshakeLimiter {

  /** Leaves some of Hazelcast's sixteen threads ({@code hz:io}) for outgoing connections. */
  private static final int MAX_ALL = 12;

  /** Nodes of one machine connect within milliseconds, and retry. */
  private static final int MAX_OF_ADDRESS = 4;

  private final Duration deadline;
  private final Map<InetAddress, Integer> taken = new HashMap<>();
  private int all;

  HandshakeLimiter(Duration deadline) {
    this.deadline = deadline;
  }

  @FunctionalInterface
  interface Dialog {
    void run() throws IOException;
  }

  /** Fails if too many are running. */
  void accept(Socket socket, Dialog dialog) throws IOException {
    InetAddress address = socket.getInetAddress();
    if (!take(address)) {
      throw new RefusalException("too many connect at once and do not say who they are");
    }
    try {
      within(socket, dialog);
    } finally {
      giveBack(address);
    }
  }

  /** Closes the socket at the deadline. */
  void within(Socket socket, Dialog dialog) throws IOException {
    CompletableFuture<Boolean> done = new CompletableFuture<>();
    var _ =
        done.completeOnTimeout(false, deadline.toMillis(), TimeUnit.MILLISECONDS)
            .thenAccept(inTime -> {
              if (!inTime) {
                close(socket);
              }
            });
    try {
      dialog.run();
    } finally {
      done.complete(true);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The socket is useless, closed or not.
    }
  }

  private synchronized boolean take(InetAddress address) {
    int ofAddress = taken.getOrDefault(address, 0);
    if (all >= MAX_ALL || ofAddress >= MAX_OF_ADDRESS) {
      return false;
    }
    all++;
    taken.put(address, ofAddress + 1);
    return true;
  }

  private synchronized void giveBack(InetAddress address) {
    all--;
    taken.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
  }
}
