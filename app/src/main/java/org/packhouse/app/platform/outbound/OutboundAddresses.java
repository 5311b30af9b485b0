package org.packhouse.app.platform.outbound;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.security.util.matcher.InetAddressMatcher;
import org.springframework.security.util.matcher.InetAddressMatchers;

/**
 * The addresses that this server may be made to connect to: public ones, and those that a setting
 * allows. Whoever may import or set a webhook makes this server connect somewhere; it must not
 * become a way into the network behind it.
 */
public final class OutboundAddresses {

  /** What IANA's registries of special-purpose addresses call not globally reachable. */
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

  /** All that is public in IPv6 begins with these bits. */
  private static final InetAddressMatcher PUBLIC_6 = range("2000::/3");

  /** Except these; Teredo and 6to4 carry an IPv4 address inside, which may be any. */
  private static final List<InetAddressMatcher> NOT_PUBLIC_6 =
      ranges("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

  private final List<InetAddressMatcher> allowed;

  /**
   * Allows those that are not public as well.
   *
   * @param alsoAllowed addresses and blocks of them
   * @throws IllegalArgumentException if a text is neither
   */
  public OutboundAddresses(List<String> alsoAllowed) {
    this.allowed = alsoAllowed.stream().map(OutboundAddresses::range).toList();
  }

  /** Whether this server may connect to it. */
  public boolean allows(InetAddress address) {
    return isPublic(address) || allowed.stream().anyMatch(range -> range.matches(address));
  }

  /** Whether it is globally reachable. */
  public static boolean isPublic(InetAddress address) {
    return address instanceof Inet4Address
        ? NOT_PUBLIC_4.stream().noneMatch(range -> range.matches(address))
        : PUBLIC_6.matches(address)
            && NOT_PUBLIC_6.stream().noneMatch(range -> range.matches(address));
  }

  /**
   * The addresses that a block such as {@code 10.0.0.0/8}, or a single address, stands for.
   *
   * @throws IllegalArgumentException if the text is neither
   */
  static InetAddressMatcher range(String text) {
    try {
      return InetAddressMatchers.fromIpAddress(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is neither an address nor a block of them such as 10.0.0.0/8");
    }
  }

  /**
   * Checks addresses and blocks of them.
   *
   * @throws IllegalArgumentException if a text is neither
   */
  public static void check(List<String> texts) {
    texts.forEach(OutboundAddresses::range);
  }

  private static List<InetAddressMatcher> ranges(String... texts) {
    return Stream.of(texts).map(OutboundAddresses::range).toList();
  }
}
