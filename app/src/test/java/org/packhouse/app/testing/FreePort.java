package org.packhouse.app.testing;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** A port for a server that must know it before it starts. */
public final class FreePort {

  private static final int LOWEST = 10_000;

  /** Where the ports begin that Linux gives to outgoing connections. */
  private static final int LOWEST_EPHEMERAL = 32_768;

  private FreePort() {}

  /**
   * One that nobody has now, below those that the system hands out, so that no connection gets it
   * in the meantime.
   */
  public static int next() {
    return IntStream.generate(() -> ThreadLocalRandom.current().nextInt(LOWEST, LOWEST_EPHEMERAL))
        .filter(FreePort::isFree)
        .findFirst()
        .orElseThrow();
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
