package org.packhouse.app.web.project;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.notice.webhook.Webhook;
import org.packhouse.app.notice.webhook.WebhookValues;
import org.packhouse.app.notice.webhook.WebhookValues.Credentials;
import org.packhouse.app.notice.webhook.WebhookValues.Secret;
import org.packhouse.app.web.Forms;

/**
 * The fields of the form of a webhook.
 *
 * @param active absent: the box is not ticked
 * @param verified whether the receiver's certificate is checked
 * @param own what the receiver knows this server by
 */
record WebhookForm(
    @Nullable String name,
    @Nullable String url,
    @Nullable List<String> events,
    @Nullable Boolean active,
    @Nullable Boolean verified,
    @Nullable Own own) {

  static final WebhookForm FRESH =
      new WebhookForm(null, null, List.of("repo:refs_changed"), true, true, Own.NONE);

  /**
   * Secrets by which the receiver knows this server.
   *
   * @param secret empty: as it was
   * @param unsigned whether nothing is to be signed any more
   * @param password empty: as it was
   */
  record Own(
      @Nullable String secret,
      @Nullable Boolean unsigned,
      @Nullable String username,
      @Nullable String password) {
    static final Own NONE = new Own(null, null, null, null);
  }

  static WebhookForm of(Webhook webhook) {
    return new WebhookForm(
        webhook.name(),
        webhook.target().url(),
        webhook.events(),
        webhook.active(),
        webhook.target().verifiesTls(),
        new Own(null, null, webhook.target().username(), null));
  }

  /** Whether that event is asked for. */
  boolean asksFor(String event) {
    return events != null && events.contains(event);
  }

  WebhookValues values() {
    Own with = own == null ? Own.NONE : own;
    String secret = with.secret() == null || with.secret().isEmpty() ? null : with.secret();
    Secret changed =
        secret != null || Boolean.TRUE.equals(with.unsigned()) ? new Secret(secret) : null;
    return new WebhookValues(
        Forms.text(name),
        Forms.text(url),
        events == null ? List.of() : events,
        Boolean.TRUE.equals(active),
        Boolean.TRUE.equals(verified),
        changed,
        credentials());
  }

  /** The user whom the receiver knows; without a name: nobody. */
  Credentials credentials() {
    Own with = own == null ? Own.NONE : own;
    String password = with.password();
    return new Credentials(
        Forms.text(with.username()), password == null || password.isEmpty() ? null : password);
  }
}
