package org.packhouse.app.networks.imports;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Which addresses may be imported from: public ones, and those that a setting allows. Whoever may
 * import makes this server connect somewhere; it must not become a way into the network behind it.
 */
@Component
class AddressRules {

  /** What IANA's registries of special-purpose addresses call not globally reachable. */
  private static final List<AddressRange> NOT_PUBLIC_4 =
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
  private static final AddressRange PUBLIC_6 = AddressRange.parse("2000::/3");

  /** Except these; Teredo and 6to4 carry an IPv4 address inside, which may be any. */
  private static final List<AddressRange> NOT_PUBLIC_6 =
      ranges("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20");

  private final List<AddressRange> allowed;

  AddressRules(ImportSettings settings) {
    this.allowed = settings.allowedAddresses().stream().map(AddressRange::parse).toList();
  }

  boolean allows(InetAddress address) {
    return isPublic(address) || allowed.stream().anyMatch(range -> range.contains(address));
  }

  static boolean isPublic(InetAddress address) {
    return address instanceof Inet4Address
        ? NOT_PUBLIC_4.stream().noneMatch(range -> range.contains(address))
        : PUBLIC_6.contains(address)
            && NOT_PUBLIC_6.stream().noneMatch(range -> range.contains(address));
  }

  private static List<AddressRange> ranges(String... texts) {
    return Stream.of(texts).map(AddressRange::parse).toList();
  }
}
