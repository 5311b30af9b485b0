package org.packhouse.e2e.harness;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** Ports of a server. */
record Ports(int http, int ssh) {

  private static final int LOWEST = 10_000;

  /** Where the ports begin that Linux gives to outgoing connections. */
  private static final int LOWEST_EPHEMERAL = 32_768;

  /**
   * Two that are free now, below those that the system hands out, so that no connection gets them
   * in the meantime.
   */
  static Ports free() {
    int[] two =
        IntStream.generate(() -> ThreadLocalRandom.current().nextInt(LOWEST, LOWEST_EPHEMERAL))
            .filter(Ports::isFree)
            .distinct()
            .limit(2)
            .toArray();
    return new Ports(two[0], two[1]);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
