package org.packhouse.app.identity.password;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;

/**
 * The network of a client, by which failures are counted: the address, or the /64 network of IPv6.
 */
public final class ClientNetwork {

  private static final int MAX_LENGTH = 64;

  private ClientNetwork() {}

  /** Returns the name of the network; text that is no address stands for itself. */
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
