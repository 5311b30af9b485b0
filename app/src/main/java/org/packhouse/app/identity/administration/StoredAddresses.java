package org.packhouse.app.identity.administration;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.packhouse.app.identity.setup.StoredSettings;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.outbound.TypedAddresses;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * The non-public addresses that an administrator has stored for all nodes as allowed for outbound
 * connections. They are read for each connection, so that a change works at once. Checks no
 * permission.
 */
@Service
public class StoredAddresses {

  private final StoredSettings stored;
  private final ApplicationEventPublisher events;

  StoredAddresses(StoredSettings stored, ApplicationEventPublisher events) {
    this.stored = stored;
    this.events = events;
  }

  public enum Purpose {
    IMPORT,
    WEBHOOK;

    /** Returns the name of the setting whose addresses each node has beside the stored ones. */
    public String setting() {
      return prefix() + ".allowed-addresses";
    }

    private String prefix() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public Optional<List<String>> find(Purpose purpose) {
    return stored.read(purpose.setting()).map(text -> text.lines().toList());
  }

  @Transactional
  public void store(Purpose purpose, List<String> addresses) {
    List<String> wanted = TypedAddresses.checked(addresses);
    Optional<List<String>> before = find(purpose);
    stored.write(purpose.setting(), String.join("\n", wanted));
    audit(purpose, before, Optional.of(wanted));
  }

  /** Deletes the stored addresses, so that each node follows its settings. */
  @Transactional
  public void reset(Purpose purpose) {
    Optional<List<String>> before = find(purpose);
    stored.remove(purpose.setting());
    audit(purpose, before, Optional.empty());
  }

  private void audit(Purpose purpose, Optional<List<String>> before, Optional<List<String>> after) {
    if (!before.equals(after)) {
      events.publishEvent(
          new AuditableChange(
              purpose.prefix() + ".addresses-changed",
              purpose.setting(),
              Map.of("from", shown(before), "to", shown(after))));
    }
  }

  private static String shown(Optional<List<String>> addresses) {
    return addresses.map(them -> String.join(", ", them)).orElse("settings");
  }
}
