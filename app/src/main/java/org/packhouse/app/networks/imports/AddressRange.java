package org.packhouse.app.networks.imports;

import java.net.InetAddress;

/** A block of addresses of one family: those whose first bits are the same. */
record AddressRange(InetAddress base, int bits) {

  /**
   * Reads {@code 10.0.0.0/8} or a single address.
   *
   * @throws IllegalArgumentException if it is neither
   */
  static AddressRange parse(String text) {
    int slash = text.indexOf('/');
    try {
      InetAddress base = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
      int most = base.getAddress().length * Byte.SIZE;
      int bits = slash < 0 ? most : Integer.parseInt(text.substring(slash + 1));
      if (bits >= 0 && bits <= most) {
        return new AddressRange(base, bits);
      }
    } catch (IllegalArgumentException e) {
      throw refused(text);
    }
    throw refused(text);
  }

  boolean contains(InetAddress address) {
    byte[] mine = base.getAddress();
    byte[] other = address.getAddress();
    if (mine.length != other.length) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> (bit % Byte.SIZE);
      if (((mine[bit / Byte.SIZE] ^ other[bit / Byte.SIZE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException(
        "\"" + text + "\" is neither an address nor a block of them such as 10.0.0.0/8");
  }
}
