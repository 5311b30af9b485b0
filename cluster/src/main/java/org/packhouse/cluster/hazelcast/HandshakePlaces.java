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
 * Places for handshakes with whoever has connected. Anybody may who reaches the port, and each has
 * a thread of Hazelcast's, of which there are sixteen for all that it connects to as well: so there
 * are few places for an address, fewer than threads for all, and no handshake takes longer than a
 * node needs by far.
 */
final class HandshakePlaces {

  /** Of Hazelcast's sixteen threads ({@code hz:io}) some stay for the connections that it makes. */
  private static final int MAX_ALL = 12;

  /** Nodes of one machine meet one another in milliseconds, and try again. */
  private static final int MAX_OF_ADDRESS = 4;

  private final Duration deadline;
  private final Map<InetAddress, Integer> taken = new HashMap<>();
  private int all;

  /**
   * Places that are free.
   *
   * @param deadline after which a handshake is broken off
   */
  HandshakePlaces(Duration deadline) {
    this.deadline = deadline;
  }

  /** A handshake. */
  @FunctionalInterface
  interface Dialog {
    void run() throws IOException;
  }

  /**
   * Runs a handshake with whoever has connected, if there is a place for it.
   *
   * @throws RefusalException if there is none
   */
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

  /** Runs a handshake, and closes the socket when it takes too long. */
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
      // It is of no use to anybody, closed or not.
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
