package org.packhouse.app.notice.webhook;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.packhouse.app.identity.administration.StoredAddresses.Purpose;
import org.packhouse.app.notice.webhook.Delivery.Response;
import org.packhouse.app.platform.outbound.OutboundCalls;
import org.packhouse.app.platform.outbound.OutboundCalls.Limits;
import org.packhouse.app.platform.outbound.OutboundCalls.Request;
import org.packhouse.app.platform.outbound.OutboundResponse;
import org.packhouse.app.platform.outbound.WebAddress;
import org.springframework.stereotype.Component;

/** Sends requests to receivers, and reads a limited part of the response. */
@Component
class Receiver {

  /** A reachable receiver answers within a round trip, and a repeated packet takes 1 or 3 s. */
  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

  /** Bytes of a response that are kept to be shown: enough for an error message. */
  private static final int MAX_RESPONSE = 16 << 10;

  private final OutboundCalls calls;
  private final Limits limits;

  Receiver(WebhookSettings settings, ReceiverAddresses addresses) {
    this.calls =
        new OutboundCalls(
            addresses::allows,
            "Administration, Webhooks, or by the setting " + Purpose.WEBHOOK.setting());
    this.limits = new Limits(CONNECT_TIMEOUT, settings.timeout());
  }

  /** Posts a body; without a response it fails with a message for users. */
  Response post(WebAddress url, boolean verifiesTls, Map<String, String> headers, byte[] body)
      throws IOException {
    return calls.send(url, verifiesTls, new Request("POST", headers, body), limits, this::read);
  }

  private Response read(OutboundResponse response) {
    // The receiver has said what counts; of its words there is what came.
    byte[] body = response.body(MAX_RESPONSE).bytes();
    String text = new String(body, StandardCharsets.UTF_8).replace("\0", "");
    return new Response(response.status(), response.headers(), text);
  }
}
