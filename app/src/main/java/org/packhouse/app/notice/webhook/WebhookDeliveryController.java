package org.packhouse.app.notice.webhook;

import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** REST, beyond the dialect: what the receiver of a webhook was told, and telling it once more. */
@RestController
@RequestMapping({
  RestPaths.OWN + "/projects/{projectKey}/webhooks/{webhookId}/deliveries",
  RestPaths.OWN + "/projects/{projectKey}/repos/{repositorySlug}/webhooks/{webhookId}/deliveries"
})
class WebhookDeliveryController {

  private final Webhooks webhooks;
  private final DeliveryHistory history;

  WebhookDeliveryController(Webhooks webhooks, DeliveryHistory history) {
    this.webhooks = webhooks;
    this.history = history;
  }

  @GetMapping
  Page<InvocationView> list(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long webhookId,
      @RequestParam(required = false) @Nullable String event,
      PageRequest page) {
    return history.list(webhooks.require(resource, webhookId), event, page);
  }

  @PostMapping("/{deliveryId}/redeliver")
  InvocationView again(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long webhookId,
      @PathVariable long deliveryId) {
    return history.again(webhooks.require(resource, webhookId), deliveryId);
  }
}
