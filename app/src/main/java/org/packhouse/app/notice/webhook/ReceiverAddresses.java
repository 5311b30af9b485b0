package org.packhouse.app.notice.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.packhouse.app.identity.setup.StoredSettings;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.outbound.OutboundAddresses;
import org.packhouse.app.platform.outbound.TypedAddresses;
import org.packhouse.app.platform.outbound.WebAddress;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * The addresses that receivers may have: public ones, those of the settings, and those stored for
 * all nodes, which are read only if the others refuse, so that changes work at once. Checks no
 * permission.
 */
@Service
public class ReceiverAddresses {

  static final String SETTING = "webhook.allowed-addresses";

  /** Seconds for the name server before a webhook is stored without advice. */
  private static final int MAX_LOOK_UP = 2;

  private final StoredSettings facts;
  private final OutboundAddresses bySettings;
  private final ApplicationEventPublisher events;

  ReceiverAddresses(
      StoredSettings facts, WebhookSettings settings, ApplicationEventPublisher events) {
    this.facts = facts;
    this.bySettings = new OutboundAddresses(settings.allowedAddresses());
    this.events = events;
  }

  public List<String> stored() {
    return facts.read(SETTING).stream().flatMap(String::lines).toList();
  }

  boolean allows(InetAddress address) {
    return bySettings.allows(address) || new OutboundAddresses(stored()).allows(address);
  }

  /** Returns a warning that the receiver has no allowed address. */
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
