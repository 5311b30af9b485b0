package org.packhouse.app.platform.outbound;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.security.util.matcher.InetAddressMatcher;
import org.springframework.security.util.matcher.InetAddressMatchers;

/**
 * Addresses that this server may connect to for its users: public ones, and those that a setting
 * allows. An import or a webhook must not become a way into the network behind the server.
 */
public final class OutboundAddresses {

  /** Not globally reachable by IANA's registries of special-purpose addresses. */
  private static final List<InetAddressMatcher> NOT_PUBLIC_4 =
      ranges(
          "0.0.0.0/8",
          "10.0.0.0/8",
          "100.64.0.0/10",
          "127.0.0.0/8",
          "169.254.0.0/16",
          "172.16.0.0/12",
          "192.0.0.0/24",
          "192.0.2.0/24",
          "192.88.99.0/24",
          "192.168.0.0/16",
          "198.18.0.0/15",
          "198.51.100.0/24",
          "203.0.113.0/24",
          "224.0.0.0/4",
          "240.0.0.0/4");

  /** Prefix of all public IPv6 addresses. */
  private static final InetAddressMatcher PUBLIC_6 = range("2000::/3");

  /** Exceptions from {@link #PUBLIC_6}; Teredo and 6to4 embed any IPv4 address. */
  private static final List<InetAddressMatcher> NOT_PUBLIC_6 =
      ranges("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

  private final List<InetAddressMatcher> allowed;

  /** Permits these addresses and blocks, too; another text is an IllegalArgumentException. */
  public OutboundAddresses(List<String> alsoAllowed) {
    this.allowed = alsoAllowed.stream().map(OutboundAddresses::range).toList();
  }

  public boolean allows(InetAddress address) {
    return isPublic(address) || allowed.stream().anyMatch(range -> range.matches(address));
  }

  public static boolean isPublic(InetAddress address) {
    return address instanceof Inet4Address
        ? NOT_PUBLIC_4.stream().noneMatch(range -> range.matches(address))
        : PUBLIC_6.matches(address)
            && NOT_PUBLIC_6.stream().noneMatch(range -> range.matches(address));
  }

  /** Parses an address or a block such as {@code 10.0.0.0/8}. */
  static InetAddressMatcher range(String text) {
    try {
      return InetAddressMatchers.fromIpAddress(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is neither an address nor a block of them such as 10.0.0.0/8");
    }
  }

  /** Checks texts; one that is no address and no block is an IllegalArgumentException. */
  public static void check(List<String> texts) {
    texts.forEach(OutboundAddresses::range);
  }

  private static List<InetAddressMatcher> ranges(String... texts) {
    return Stream.of(texts).map(OutboundAddresses::range).toList();
  }
}
