package org.packhouse.app.notice.webhook.rest;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.Requires;
import org.packhouse.app.notice.webhook.Delivery.State;
import org.packhouse.app.notice.webhook.DeliveryHistory;
import org.packhouse.app.notice.webhook.Pings;
import org.packhouse.app.notice.webhook.ReceiverAddresses;
import org.packhouse.app.notice.webhook.Webhook;
import org.packhouse.app.notice.webhook.Webhooks;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
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

/** REST: the webhooks of a project or repository. */
@RestController
@RequestMapping({
  RestPaths.API + "/projects/{projectKey}/webhooks",
  RestPaths.API + "/projects/{projectKey}/repos/{repositorySlug}/webhooks"
})
class WebhookController {

  private static final Set<State> ENDED = EnumSet.complementOf(EnumSet.of(State.PENDING));

  private final Webhooks webhooks;
  private final DeliveryHistory history;
  private final Pings pings;
  private final ReceiverAddresses addresses;

  WebhookController(
      Webhooks webhooks, DeliveryHistory history, Pings pings, ReceiverAddresses addresses) {
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
    return webhooks.list(resource.id(), event, page).map(webhook -> view(webhook, statistics));
  }

  private WebhookView view(Webhook webhook, boolean statistics) {
    return WebhookView.of(
        webhook, statistics ? HistoryView.of(webhook, history.statistics(webhook, null)) : null);
  }

  @PostMapping
  @ResponseStatus(HttpStatus.CREATED)
  WebhookView create(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @RequestBody WebhookBody body,
      HttpServletResponse response) {
    return advised(webhooks.create(resource, body.values()), response);
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
    return advised(webhooks.change(resource, webhookId, body.values()), response);
  }

  /** Warns by a header, so that the body stays as clients know it. */
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
    return PingView.of(
        pings.ping(
            stored,
            url,
            sslVerificationRequired,
            credentials == null ? null : credentials.credentials()));
  }

  @GetMapping("/{webhookId}/latest")
  ResponseEntity<InvocationView> latest(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long webhookId,
      @RequestParam(required = false) @Nullable String event,
      @RequestParam(required = false) @Nullable String outcome) {
    Webhook webhook = webhooks.require(resource, webhookId);
    return history
        .latest(webhook, event, outcome == null ? ENDED : EnumSet.of(state(outcome)))
        .map(delivery -> ResponseEntity.ok(InvocationView.of(webhook, delivery)))
        .orElseGet(() -> ResponseEntity.noContent().build());
  }

  private static State state(String outcome) {
    return Arrays.stream(State.values())
        .filter(state -> state.name().equalsIgnoreCase(outcome))
        .findFirst()
        .orElseThrow(() ->
            new InvalidFieldException(
                "outcome",
                "An outcome is SUCCESS, FAILURE or ERROR, not %s."
                    .formatted(InvalidFieldException.quote(outcome))));
  }

  @GetMapping("/{webhookId}/statistics")
  HistoryView statistics(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long webhookId,
      @RequestParam(required = false) @Nullable String event) {
    Webhook webhook = webhooks.require(resource, webhookId);
    return HistoryView.of(webhook, history.statistics(webhook, event));
  }

  @GetMapping("/{webhookId}/statistics/summary")
  Map<String, HistoryView> summary(
      @Requires({Permission.PROJECT_ADMIN, Permission.REPO_ADMIN}) Resource resource,
      @PathVariable long webhookId) {
    Webhook webhook = webhooks.require(resource, webhookId);
    Map<String, HistoryView> summary = new LinkedHashMap<>();
    webhook
        .events()
        .forEach(event ->
            summary.put(event, HistoryView.of(webhook, history.statistics(webhook, event))));
    return summary;
  }
}
