package org.packhouse.app.networks.imports.transfer;

import org.packhouse.app.platform.outbound.OutboundAddresses;

/** Decides which addresses may be imported from. */
public interface AddressRules {
  /** Those that are allowed now. */
  OutboundAddresses allowed();
}
