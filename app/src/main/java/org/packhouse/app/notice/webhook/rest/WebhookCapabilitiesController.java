package org.packhouse.app.notice.webhook.rest;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.List;
import org.packhouse.app.notice.webhook.WebhookEvent;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the events that webhooks can ask for; clients decide by it whether to create any. */
@RestController
@Open("tells everybody the same")
class WebhookCapabilitiesController {

  record WebhookCapabilities(@JsonProperty("application-webhooks") List<String> events) {}

  @GetMapping(RestPaths.WEBHOOKS + "/capabilities")
  WebhookCapabilities get() {
    return new WebhookCapabilities(
        Arrays.stream(WebhookEvent.values())
            .filter(event -> event != WebhookEvent.PING)
            .map(WebhookEvent::key)
            .toList());
  }
}
