package org.packhouse.app.upkeep.imports;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.identity.setup.StoredSettings;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.outbound.OutboundAddresses;
import org.packhouse.app.platform.outbound.TypedAddresses;
import org.packhouse.app.upkeep.imports.transfer.AddressRules;
import org.packhouse.app.upkeep.imports.transfer.ImportSettings;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * The non-public addresses that may be imported from: stored by an administrator for all nodes,
 * else by this node's settings. They are read for each import, so that a change works at once;
 * checks no permission.
 */
@Service
public class AllowedAddresses implements AddressRules {

  private static final String FACT = "import.allowed-addresses";

  private final StoredSettings facts;
  private final ImportSettings settings;
  private final ApplicationEventPublisher events;

  AllowedAddresses(
      StoredSettings facts, ImportSettings settings, ApplicationEventPublisher events) {
    this.facts = facts;
    this.settings = settings;
    this.events = events;
  }

  public record State(List<String> addresses, boolean isStored) {}

  public State find() {
    Optional<String> stored = facts.read(FACT);
    return stored
        .map(text -> new State(text.lines().toList(), true))
        .orElseGet(() -> new State(settings.allowedAddresses(), false));
  }

  @Override
  public OutboundAddresses allowed() {
    return new OutboundAddresses(find().addresses());
  }

  /** Stores addresses for all nodes; an empty list allows public addresses alone. */
  @Transactional
  public void set(List<String> addresses) {
    List<String> wanted = TypedAddresses.checked(addresses);
    State before = find();
    facts.write(FACT, String.join("\n", wanted));
    tell(before, new State(wanted, true));
  }

  /** Deletes the stored addresses, so that each node follows its settings. */
  @Transactional
  public void reset() {
    State before = find();
    if (facts.remove(FACT)) {
      tell(before, find());
    }
  }

  private void tell(State before, State now) {
    if (!before.equals(now)) {
      events.publishEvent(
          new AuditableChange(
              "import.addresses-changed", FACT, Map.of("from", shown(before), "to", shown(now))));
    }
  }

  private static String shown(State state) {
    return state.isStored() ? String.join(", ", state.addresses()) : "settings";
  }
}
