package org.packhouse.app.networks.webhook;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.permission.ResourceId.ProjectId;

/**
 * A webhook in the REST dialect; its secret and password are never shown.
 *
 * @param scopeType {@code project} or {@code repository}
 * @param statistics null: nobody asked
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
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

  /** The user whom a receiver knows this server as. */
  record CredentialsView(String username) {}

  /** The same without what may be a token in its URL. */
  WebhookView withoutQuery() {
    return new WebhookView(
        id,
        name,
        createdDate,
        updatedDate,
        events,
        configuration,
        url.replaceFirst("[?#].*", ""),
        active,
        scopeType,
        sslVerificationRequired,
        null,
        null);
  }

  static WebhookView of(Webhook webhook, @Nullable HistoryView statistics) {
    String username = webhook.target().username();
    return new WebhookView(
        webhook.id(),
        webhook.name(),
        webhook.standing().created().toEpochMilli(),
        webhook.standing().updated().toEpochMilli(),
        webhook.events(),
        Map.of(),
        webhook.target().url(),
        webhook.active(),
        webhook.resource() instanceof ProjectId ? "project" : "repository",
        webhook.target().verifiesTls(),
        username == null ? null : new CredentialsView(username),
        statistics);
  }
}
