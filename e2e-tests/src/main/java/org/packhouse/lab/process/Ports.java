package org.packhouse.lab.process;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Finds TCP ports for servers. */
public final class Ports {

  private static final int LOWEST = 10_000;

  /** Where the ports begin that Linux gives to outgoing connections. */
  private static final int LOWEST_EPHEMERAL = 32_768;

  private static final int COUNT = LOWEST_EPHEMERAL - LOWEST;

  /** No two servers that start side by side get one port. */
  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

  private Ports() {}

  /**
   * A port that is free now, below those that the system hands out, so that no connection gets it
   * in the meantime.
   */
  public static int free() {
    return IntStream.generate(() -> LOWEST + Math.floorMod(NEXT.getAndIncrement(), COUNT))
        .filter(Ports::isFree)
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
