package org.packhouse.app.notice.webhook.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.notice.webhook.Webhook;

/** A webhook in the REST dialect, without secret and password. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record WebhookView(
    @JsonUnwrapped HeadView head,
    List<String> events,
    Map<String, Object> configuration,
    @JsonUnwrapped TargetView target,
    @Nullable CredentialsView credentials,
    @Nullable HistoryView statistics) {

  record HeadView(long id, String name, long createdDate, long updatedDate) {}

  record TargetView(String url, boolean active, String scopeType, boolean sslVerificationRequired) {

    TargetView withoutToken() {
      return new TargetView(
          url.replaceFirst("(://[^/?#]*).*", "$1/"), active, scopeType, sslVerificationRequired);
    }
  }

  record CredentialsView(String username) {}

  /** Returns this view without path and query of the URL, where many receivers have a token. */
  WebhookView withoutToken() {
    return new WebhookView(head, events, configuration, target.withoutToken(), null, null);
  }

  static WebhookView of(Webhook webhook, @Nullable HistoryView statistics) {
    Webhook.Standing standing = webhook.standing();
    Webhook.Target target = webhook.target();
    String username = target.username();
    return new WebhookView(
        new HeadView(
            webhook.id(),
            webhook.name(),
            standing.createdAt().toEpochMilli(),
            standing.updatedAt().toEpochMilli()),
        webhook.events(),
        Map.of(),
        new TargetView(
            target.url(),
            webhook.active(),
            webhook.resource() instanceof ProjectId ? "project" : "repository",
            target.verifiesTls()),
        username == null ? null : new CredentialsView(username),
        statistics);
  }
}
