package org.packhouse.app.upkeep.imports.transfer;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.packhouse.app.platform.outbound.OutboundAddresses;
import org.springframework.stereotype.Component;

/** Finds out where a URL leads, and refuses those that lead where nobody shall. */
@Component
public class RemoteHosts {

  private final AddressRules rules;

  RemoteHosts(AddressRules rules) {
    this.rules = rules;
  }

  /**
   * Looks the host up and checks every address that it has.
   *
   * @throws ImportFailedException if there is none or one of them is refused
   */
  public PinnedRemote find(RemoteUrl url) throws ImportFailedException {
    List<InetAddress> addresses = addresses(url);
    OutboundAddresses allowed = rules.allowed();
    for (InetAddress address : addresses) {
      if (!allowed.allows(address)) {
        throw refused(url);
      }
    }
    return new PinnedRemote(url, addresses);
  }

  private static List<InetAddress> addresses(RemoteUrl url) throws ImportFailedException {
    InetAddress literal = url.literalAddress();
    if (literal != null) {
      return List.of(literal);
    }
    try {
      return List.of(InetAddress.getAllByName(url.host()));
    } catch (UnknownHostException e) {
      throw refused(url);
    }
  }

  /** Neither which names there are inside this network nor which addresses they have is told. */
  private static ImportFailedException refused(RemoteUrl url) {
    return new ImportFailedException(
        ImportProblem.ADDRESS_REFUSED,
        url.host()
            + " is not at a public address, or no host is known by that name. A system"
            + " administrator can allow it under Administration, Imports.");
  }
}
