package org.packhouse.app.notice.webhook;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.rest.RestPaths;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** REST: who is told over HTTP what happens to a repository, or to a project's. */
@RestController
@RequestMapping({
  RestPaths.API + "/projects/{projectKey}/webhooks",
  RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/webhooks"
})
class WebhookController {

  private final WebhookRows rows;
  private final Webhooks webhooks;
  private final DeliveryHistory history;
  private final Pings pings;
  private final ReceiverAddresses addresses;

  WebhookController(
      WebhookRows rows,
      Webhooks webhooks,
      DeliveryHistory history,
      Pings pings,
      ReceiverAddresses addresses) {
    this.rows = rows;
    this.webhooks = webhooks;
    this.history = history;
    this.pings = pings;
    this.addresses = addresses;
  }

  @GetMapping
  Page<WebhookView> list(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @RequestParam(required = false) @Nullable String event,
      @RequestParam(defaultValue = "false") boolean statistics,
      PageRequest page) {
    return Page.ofOneMore(page, rows.list(resource.id(), event, page.start(), page.oneMore()))
        .map(webhook -> view(webhook, statistics));
  }

  private WebhookView view(Webhook webhook, boolean statistics) {
    return WebhookView.of(webhook, statistics ? history.statistics(webhook, null) : null);
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  WebhookView create(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @RequestBody WebhookBody body,
      HttpServletResponse response) {
    return advised(webhooks.create(resource, body), response);
  }

  @GetMapping("/{webhookId}")
  WebhookView get(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long webhookId,
      @RequestParam(defaultValue = "false") boolean statistics) {
    return view(webhooks.require(resource, webhookId), statistics);
  }

  @PutMapping("/{webhookId}")
  WebhookView change(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long webhookId,
      @RequestBody WebhookBody body,
      HttpServletResponse response) {
    return advised(webhooks.change(resource, webhookId, body), response);
  }

  /** The body stays as clients know it: the warning is a header. */
  private WebhookView advised(Webhook webhook, HttpServletResponse response) {
    addresses
        .advice(webhook.target().url())
        .ifPresent(advice -> response.setHeader("Warning", "199 packhouse \"" + advice + "\""));
    return WebhookView.of(webhook, null);
  }

  @DeleteMapping("/{webhookId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long webhookId) {
    webhooks.remove(resource, webhookId);
  }

  @PostMapping("/test")
  PingView test(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @RequestParam(required = false) @Nullable String url,
      @RequestParam(required = false) @Nullable Long webhookId,
      @RequestParam(required = false) @Nullable Boolean sslVerificationRequired,
      @RequestBody(required = false) WebhookBody.@Nullable CredentialsBody credentials) {
    Webhook stored = webhookId == null ? null : webhooks.require(resource, webhookId);
    return pings.ping(stored, url, sslVerificationRequired, credentials);
  }

  @GetMapping("/{webhookId}/latest")
  ResponseEntity<InvocationView> latest(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long webhookId,
      @RequestParam(required = false) @Nullable String event,
      @RequestParam(required = false) @Nullable String outcome) {
    return history
        .latest(webhooks.require(resource, webhookId), event, outcome)
        .map(ResponseEntity::ok)
        .orElseGet(() -> ResponseEntity.noContent().build());
  }

  @GetMapping("/{webhookId}/statistics")
  HistoryView statistics(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long webhookId,
      @RequestParam(required = false) @Nullable String event) {
    return history.statistics(webhooks.require(resource, webhookId), event);
  }

  @GetMapping("/{webhookId}/statistics/summary")
  Map<String, HistoryView> summary(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long webhookId) {
    return history.summary(webhooks.require(resource, webhookId));
  }
}
