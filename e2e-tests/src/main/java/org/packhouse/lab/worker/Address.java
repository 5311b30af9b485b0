package org.packhouse.lab.worker;

import java.net.InetSocketAddress;

/** Reads addresses. */
public final class Address {

  private static final int LAST_PORT = 65_535;

  private Address() {}

  /**
   * Reads {@code HOST:PORT}.
   *
   * @throws IllegalArgumentException saying in one sentence what is wrong
   */
  public static InetSocketAddress parse(String text) {
    int colon = text.lastIndexOf(':');
    String port = text.substring(colon + 1);
    if (colon < 1 || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > LAST_PORT) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is no address; write HOST:PORT, such as 10.0.0.7:7470.");
    }
    return new InetSocketAddress(text.substring(0, colon), Integer.parseInt(port));
  }
}
