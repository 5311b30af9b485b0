package org.packhouse.app.notice.webhook;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.setup.SecretStore;
import org.packhouse.app.notice.webhook.Delivery.Attempt;
import org.packhouse.app.notice.webhook.Delivery.Response;
import org.springframework.stereotype.Component;

/** Sends events to receivers, signed if the webhook has a secret. */
@Component
class Sender {

  private static final String HMAC = "HmacSHA256";

  private final Receiver receiver;
  private final SecretStore seals;
  private final Clock clock;

  Sender(Receiver receiver, SecretStore seals, Clock clock) {
    this.receiver = receiver;
    this.seals = seals;
    this.clock = clock;
  }

  /** A receiver with its secrets; null: no signature, no basic authentication. */
  record Address(
      String url,
      boolean verifiesTls,
      @Nullable String secret,
      @Nullable String username,
      @Nullable String password) {}

  static String sealName(long webhookId, String what) {
    return "webhook." + webhookId + "." + what;
  }

  Address address(Webhook webhook) {
    Webhook.Target target = webhook.target();
    return new Address(
        target.url(),
        target.verifiesTls(),
        opened(webhook.id(), "secret", target.sealedSecret()),
        target.username(),
        opened(webhook.id(), "password", target.sealedPassword()));
  }

  private @Nullable String opened(long id, String what, @Nullable String sealed) {
    return sealed == null ? null : seals.open(sealName(id, what), sealed);
  }

  /** Makes one attempt; a failure is part of the result. */
  Attempt send(Address to, String event, UUID requestId, String text) {
    Instant began = clock.instant();
    long start = System.nanoTime();
    Response response = null;
    String error = null;
    try {
      byte[] body = text.getBytes(StandardCharsets.UTF_8);
      Map<String, String> headers = WebhookRequests.headers(event, requestId);
      if (to.secret() != null && !event.equals(WebhookEvent.PING.key())) {
        headers.put("X-Hub-Signature", "sha256=" + signature(to.secret(), body));
      }
      if (to.username() != null) {
        String pair = to.username() + ":" + (to.password() == null ? "" : to.password());
        headers.put(
            "Authorization",
            "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
      }
      response = receiver.post(ReceiverUrl.parse(to.url()), to.verifiesTls(), headers, body);
    } catch (IOException | RuntimeException e) {
      error = String.valueOf(e.getMessage());
    }
    int millis = (int) Duration.ofNanos(System.nanoTime() - start).toMillis();
    return new Attempt(began, millis, response, error);
  }

  private static String signature(String secret, byte[] body) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), HMAC));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Cannot sign", e);
    }
  }
}
