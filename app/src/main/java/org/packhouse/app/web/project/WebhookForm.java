package org.packhouse.app.web.project;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.notice.webhook.Webhook;
import org.packhouse.app.notice.webhook.WebhookEvent;
import org.packhouse.app.notice.webhook.WebhookValues;
import org.packhouse.app.notice.webhook.WebhookValues.Credentials;
import org.packhouse.app.notice.webhook.WebhookValues.Secret;
import org.packhouse.app.web.Forms;
import org.packhouse.app.web.ProjectView;
import org.packhouse.app.web.ResourceView;

/** The form of a webhook; {@code verified} is whether to check the receiver's certificate. */
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
   * Credentials for the receiver. An empty secret or password stays as it was; {@code unsigned}
   * removes the secret.
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

  boolean asksFor(String event) {
    return events != null && events.contains(event);
  }

  /** Returns the form as the body of a REST request. */
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

  /** Returns the credentials, without a user if the name is blank. */
  Credentials credentials() {
    Own with = own == null ? Own.NONE : own;
    String password = with.password();
    return new Credentials(
        Forms.text(with.username()), password == null || password.isEmpty() ? null : password);
  }

  /** An event in the form of a webhook. */
  record Choice(String key, String word, boolean chosen) {

    record Group(String word, List<Choice> choices) {}

    /** Returns the events that the resource can have, and others that are chosen already. */
    static List<Group> groups(ResourceView view, WebhookForm form) {
      return Stream.of(
              group(
                  "Repository", form, event -> event.happens() && event.key().startsWith("repo:")),
              group("Pull requests", form, event -> event.key().startsWith("pr:")),
              group(
                  "Project",
                  form,
                  event ->
                      event == WebhookEvent.PROJECT_MODIFIED
                          && (view instanceof ProjectView || form.asksFor(event.key()))),
              group("Others", form, event -> !event.happens() && form.asksFor(event.key())))
          .filter(group -> !group.choices().isEmpty())
          .toList();
    }

    private static Group group(String word, WebhookForm form, Predicate<WebhookEvent> belongs) {
      return new Group(
          word,
          Arrays.stream(WebhookEvent.values())
              .filter(belongs)
              .map(event -> new Choice(event.key(), event.word(), form.asksFor(event.key())))
              .toList());
    }
  }
}
