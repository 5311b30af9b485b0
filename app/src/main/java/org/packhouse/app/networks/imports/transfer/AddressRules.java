package org.packhouse.app.networks.imports.transfer;

import java.net.InetAddress;
import org.packhouse.app.platform.outbound.OutboundAddresses;
import org.springframework.stereotype.Component;

/** Decides which addresses may be imported from: public ones, and those that a setting allows. */
@Component
class AddressRules {

  private final OutboundAddresses addresses;

  AddressRules(ImportSettings settings) {
    this.addresses = new OutboundAddresses(settings.allowedAddresses());
  }

  boolean allows(InetAddress address) {
    return addresses.allows(address);
  }
}
