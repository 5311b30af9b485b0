package org.packhouse.app.notice.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.packhouse.app.identity.administration.StoredAddresses;
import org.packhouse.app.identity.administration.StoredAddresses.Purpose;
import org.packhouse.app.platform.outbound.OutboundAddresses;
import org.packhouse.app.platform.outbound.WebAddress;
import org.springframework.stereotype.Service;

/**
 * The addresses that receivers may have: public ones, those of the settings, and those stored for
 * all nodes, which are read only if the others refuse.
 */
@Service
public class ReceiverAddresses {

  /** Seconds for the name server before a webhook is stored without advice. */
  private static final int MAX_LOOK_UP = 2;

  private final StoredAddresses stored;
  private final OutboundAddresses bySettings;

  ReceiverAddresses(StoredAddresses stored, WebhookSettings settings) {
    this.stored = stored;
    this.bySettings = new OutboundAddresses(settings.allowedAddresses());
  }

  boolean allows(InetAddress address) {
    return bySettings.allows(address)
        || new OutboundAddresses(stored.find(Purpose.WEBHOOK).orElse(List.of())).allows(address);
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
}
