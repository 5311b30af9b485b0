package org.packhouse.app.upkeep.imports.transfer;

import org.packhouse.app.platform.outbound.OutboundAddresses;

/** Decides which addresses may be imported from. */
public interface AddressRules {
  /** Those that are allowed now. */
  OutboundAddresses allowed();
}
