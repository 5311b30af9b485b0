package org.packhouse.app.networks.imports.transfer;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.security.util.matcher.InetAddressMatcher;
import org.springframework.security.util.matcher.InetAddressMatchers;
import org.springframework.stereotype.Component;

/**
 * Decides which addresses may be imported from: public ones, and those that a setting allows.
 * Whoever may import makes this server connect somewhere; it must not become a way into the network
 * behind it.
 */
@Component
class AddressRules {

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

  AddressRules(ImportSettings settings) {
    this.allowed = settings.allowedAddresses().stream().map(AddressRules::range).toList();
  }

  boolean allows(InetAddress address) {
    return isPublic(address) || allowed.stream().anyMatch(range -> range.matches(address));
  }

  static boolean isPublic(InetAddress address) {
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

  private static List<InetAddressMatcher> ranges(String... texts) {
    return Stream.of(texts).map(AddressRules::range).toList();
  }
}
