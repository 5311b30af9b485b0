package org.packhouse.app.notice.webhook;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.List;
import org.packhouse.app.platform.rest.Open;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** REST: the events that webhooks can ask for, by which clients decide whether to make any. */
@RestController
@Open("tells everybody the same")
class WebhookCapabilitiesController {

  /**
   * The capabilities that concern webhooks.
   *
   * @param events the names of all events of repositories and projects
   */
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
