package org.packhouse.app.upkeep.imports.transfer;

import org.packhouse.app.platform.outbound.OutboundAddresses;

/** The rules for addresses that may be imported from. */
public interface AddressRules {
  OutboundAddresses allowed();
}
