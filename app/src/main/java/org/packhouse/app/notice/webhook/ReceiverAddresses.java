package org.packhouse.app.notice.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.packhouse.app.identity.setup.StoredFacts;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.outbound.OutboundAddresses;
import org.packhouse.app.platform.outbound.TypedAddresses;
import org.packhouse.app.platform.outbound.WebAddress;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * The addresses at which receivers may be: public ones, those of this node's settings, and those
 * that an administrator has stored for all nodes. The stored ones are read only for an address that
 * the others refuse, so a change works at once everywhere; asks no permission.
 */
@Service
public class ReceiverAddresses {

  /** The setting, and where it is stored for all nodes. */
  static final String SETTING = "webhook.allowed-addresses";

  /** The longest wait for a name server, in seconds, before a webhook is stored without advice. */
  private static final int MAX_LOOK_UP = 2;

  private final StoredFacts facts;
  private final OutboundAddresses bySettings;
  private final ApplicationEventPublisher events;

  ReceiverAddresses(StoredFacts facts, WebhookSettings settings, ApplicationEventPublisher events) {
    this.facts = facts;
    this.bySettings = new OutboundAddresses(settings.allowedAddresses());
    this.events = events;
  }

  /** The addresses and blocks that an administrator has stored. */
  public List<String> stored() {
    return facts.read(SETTING).stream().flatMap(String::lines).toList();
  }

  boolean allows(InetAddress address) {
    return bySettings.allows(address) || new OutboundAddresses(stored()).allows(address);
  }

  /** A sentence for whoever sets a webhook whose receiver is not told as things stand. */
  public Optional<String> advice(String url) {
    WebAddress receiver = ReceiverUrl.parse(url);
    boolean told =
        CompletableFuture.supplyAsync(
                () -> isAllowed(receiver.host()), task -> Thread.ofVirtual().start(task))
            .completeOnTimeout(true, MAX_LOOK_UP, TimeUnit.SECONDS)
            .join();
    return told
        ? Optional.empty()
        : Optional.of(
            "This receiver is not told as things stand: %s is not at a public address, or no host is known by that name. A system administrator can allow it under Administration, Webhooks."
                .formatted(receiver.host()));
  }

  private boolean isAllowed(String host) {
    try {
      return Arrays.stream(InetAddress.getAllByName(host)).allMatch(this::allows);
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /**
   * Stores addresses in place of those that are stored.
   *
   * @throws InvalidFieldException if one is no address and no block of them, or there are too many
   */
  @Transactional
  public void store(List<String> addresses) {
    List<String> wanted = TypedAddresses.checked(addresses);
    String before = String.join(", ", stored());
    facts.write(SETTING, String.join("\n", wanted));
    events.publishEvent(
        new AuditableChange(
            "webhook.addresses-changed",
            SETTING,
            Map.of("from", before, "to", String.join(", ", wanted))));
  }
}
