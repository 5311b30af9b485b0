package org.packhouse.app.notice.webhook.rest;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.notice.webhook.WebhookValues;
import org.packhouse.app.notice.webhook.WebhookValues.Credentials;
import org.packhouse.app.notice.webhook.WebhookValues.Secret;

/**
 * A webhook as requests write it; absent configuration and credentials stay as they were. The entry
 * {@code secret} of the configuration signs deliveries.
 */
record WebhookBody(
    @Nullable String name,
    @Nullable String url,
    @Nullable List<String> events,
    @Nullable Boolean active,
    @Nullable Map<String, Object> configuration,
    @Nullable Boolean sslVerificationRequired,
    @Nullable CredentialsBody credentials) {

  record CredentialsBody(@Nullable String username, @Nullable String password) {
    Credentials credentials() {
      return new Credentials(username, password);
    }
  }

  WebhookValues values() {
    return new WebhookValues(
        name,
        url,
        events,
        !Boolean.FALSE.equals(active),
        !Boolean.FALSE.equals(sslVerificationRequired),
        secret(),
        credentials == null ? null : credentials.credentials());
  }

  private @Nullable Secret secret() {
    if (configuration == null || !configuration.containsKey("secret")) {
      return null;
    }
    return new Secret(configuration.get("secret") instanceof String text ? text : null);
  }
}
