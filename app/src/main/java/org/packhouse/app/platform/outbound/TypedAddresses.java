package org.packhouse.app.platform.outbound;

import java.util.List;
import org.packhouse.app.platform.refusal.InvalidFieldException;

/**
 * Validates the addresses and CIDR blocks that an administrator enters for outbound connections: at
 * most {@value #MAX_COUNT}, without empty ones and duplicates.
 */
public final class TypedAddresses {

  private static final String FIELD = "addresses";
  private static final int MAX_COUNT = 200;

  /** Characters of the longest CIDR block. */
  private static final int MAX_LENGTH = 49;

  private TypedAddresses() {}

  /** Returns the addresses trimmed and without duplicates, or refuses the field. */
  public static List<String> checked(List<String> addresses) {
    List<String> wanted =
        addresses.stream().map(String::strip).filter(it -> !it.isEmpty()).distinct().toList();
    if (wanted.size() > MAX_COUNT) {
      throw new InvalidFieldException(
          FIELD,
          "At most %d addresses and blocks are allowed, not %d. Larger blocks hold more."
              .formatted(MAX_COUNT, wanted.size()));
    }
    wanted.forEach(TypedAddresses::check);
    return wanted;
  }

  private static void check(String address) {
    try {
      if (address.length() <= MAX_LENGTH) {
        OutboundAddresses.check(List.of(address));
        return;
      }
    } catch (IllegalArgumentException e) {
      // Reported below, with the value quoted.
    }
    throw new InvalidFieldException(
        FIELD,
        "%s is neither an address nor a block of them such as 10.0.0.0/8."
            .formatted(InvalidFieldException.quote(address)));
  }
}
