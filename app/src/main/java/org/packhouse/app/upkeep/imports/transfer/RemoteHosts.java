package org.packhouse.app.upkeep.imports.transfer;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.packhouse.app.platform.outbound.OutboundAddresses;
import org.springframework.stereotype.Component;

/** Resolves the host of a URL, and refuses addresses that are not allowed. */
@Component
public class RemoteHosts {

  private final AddressRules rules;

  RemoteHosts(AddressRules rules) {
    this.rules = rules;
  }

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

  /** The message reveals neither names nor addresses of the internal network. */
  private static ImportFailedException refused(RemoteUrl url) {
    return new ImportFailedException(
        ImportProblem.ADDRESS_REFUSED,
        url.host()
            + " is not at a public address, or no host is known by that name. A system"
            + " administrator can allow it under Administration, Imports.");
  }
}
