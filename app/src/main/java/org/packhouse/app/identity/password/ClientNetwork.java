package org.packhouse.app.identity.password;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;

/**
 * Name of the network that a client speaks from, as failures are counted by it: the address itself,
 * or the first 64 bits of an IPv6 address, as whoever has one of these has them all.
 */
public final class ClientNetwork {

  private static final int MAX_LENGTH = 64;

  private ClientNetwork() {}

  /** The name; empty if no address is known. What is no address stands for itself. */
  public static String of(String remoteAddress) {
    int zone = remoteAddress.indexOf('%');
    String literal = zone < 0 ? remoteAddress : remoteAddress.substring(0, zone);
    try {
      InetAddress address = InetAddress.ofLiteral(literal);
      return address instanceof Inet6Address
          ? HexFormat.of().formatHex(address.getAddress(), 0, 8) + "/64"
          : address.getHostAddress();
    } catch (IllegalArgumentException e) {
      return literal.substring(0, Math.min(literal.length(), MAX_LENGTH)).replace("\0", "");
    }
  }
}
