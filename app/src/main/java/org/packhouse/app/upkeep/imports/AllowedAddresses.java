package org.packhouse.app.upkeep.imports;

import java.util.List;
import org.packhouse.app.identity.administration.StoredAddresses;
import org.packhouse.app.identity.administration.StoredAddresses.Purpose;
import org.packhouse.app.platform.outbound.OutboundAddresses;
import org.packhouse.app.upkeep.imports.transfer.AddressRules;
import org.packhouse.app.upkeep.imports.transfer.ImportSettings;
import org.springframework.stereotype.Service;

/**
 * The non-public addresses that may be imported from: stored for all nodes, else by this node's
 * settings.
 */
@Service
public class AllowedAddresses implements AddressRules {

  private final StoredAddresses stored;
  private final ImportSettings settings;

  AllowedAddresses(StoredAddresses stored, ImportSettings settings) {
    this.stored = stored;
    this.settings = settings;
  }

  public record State(List<String> addresses, boolean isStored) {}

  public State find() {
    return stored
        .find(Purpose.IMPORT)
        .map(addresses -> new State(addresses, true))
        .orElseGet(() -> new State(settings.allowedAddresses(), false));
  }

  @Override
  public OutboundAddresses allowed() {
    return new OutboundAddresses(find().addresses());
  }
}
