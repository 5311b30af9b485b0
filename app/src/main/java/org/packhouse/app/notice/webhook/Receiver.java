package org.packhouse.app.notice.webhook;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
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

  private final OutboundCalls calls;
  private final Limits limits;
  private final int maxResponse;

  Receiver(WebhookSettings settings, ReceiverAddresses addresses) {
    this.calls =
        new OutboundCalls(
            addresses::allows,
            "Administration, Webhooks, or by the setting " + ReceiverAddresses.SETTING);
    this.limits = new Limits(settings.connectTimeout(), settings.timeout());
    this.maxResponse = (int) settings.maxResponse().toBytes();
  }

  /** Posts a body; without a response it fails with a message for users. */
  Response post(WebAddress url, boolean verifiesTls, Map<String, String> headers, byte[] body)
      throws IOException {
    return calls.send(url, verifiesTls, new Request("POST", headers, body), limits, this::read);
  }

  private Response read(OutboundResponse response) {
    // The receiver has said what counts; of its words there is what came.
    byte[] body = response.body(maxResponse).bytes();
    String text = new String(body, StandardCharsets.UTF_8).replace("\0", "");
    return new Response(response.status(), response.headers(), text);
  }
}
