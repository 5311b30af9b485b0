package org.packhouse.app.notice.webhook.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.immutables.value.Value;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;
import org.packhouse.app.notice.webhook.Webhook;

/** A webhook in the REST dialect, without secret and password. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Value.Builder
record WebhookView(
    long id,
    String name,
    long createdDate,
    long updatedDate,
    List<String> events,
    Map<String, Object> configuration,
    String url,
    boolean active,
    String scopeType,
    boolean sslVerificationRequired,
    @Nullable CredentialsView credentials,
    @Nullable HistoryView statistics) {

  record CredentialsView(String username) {}

  /** Returns this view without path and query of the URL, where many receivers have a token. */
  WebhookView withoutToken() {
    return new WebhookViewBuilder()
        .copyOf(this)
        .url(url.replaceFirst("(://[^/?#]*).*", "$1/"))
        .credentials(null)
        .statistics(null)
        .build();
  }

  static WebhookView of(Webhook webhook, @Nullable HistoryView statistics) {
    String username = webhook.target().username();
    return new WebhookViewBuilder()
        .id(webhook.id())
        .name(webhook.name())
        .createdDate(webhook.standing().created().toEpochMilli())
        .updatedDate(webhook.standing().updated().toEpochMilli())
        .events(webhook.events())
        .configuration(Map.of())
        .url(webhook.target().url())
        .active(webhook.active())
        .scopeType(webhook.resource() instanceof ProjectId ? "project" : "repository")
        .sslVerificationRequired(webhook.target().verifiesTls())
        .credentials(username == null ? null : new CredentialsView(username))
        .statistics(statistics)
        .build();
  }
}
