package org.packhouse.app.notice.webhook;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.hosting.repository.Resource;
import org.packhouse.app.identity.permission.RequestFields;
import org.packhouse.app.identity.permission.ResourceId;
import org.packhouse.app.identity.setup.SecretStore;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.page.Page;
import org.packhouse.app.platform.page.PageRequest;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.Thing;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The webhooks of projects and repositories; checks no permission. */
@Service
public class Webhooks {

  private static final int MAX_NAME = 255;
  private static final int MAX_SECRET = 4096;
  private static final int MAX_WEBHOOKS = 100;

  private final WebhookRows rows;
  private final DeliveryHistoryRows deliveries;
  private final SecretStore seals;
  private final ApplicationEventPublisher events;

  Webhooks(
      WebhookRows rows,
      DeliveryHistoryRows deliveries,
      SecretStore seals,
      ApplicationEventPublisher events) {
    this.rows = rows;
    this.deliveries = deliveries;
    this.seals = seals;
    this.events = events;
  }

  public List<Webhook> list(Resource resource) {
    return rows.list(resource.id(), null, 0, MAX_WEBHOOKS);
  }

  /** Returns webhooks, the oldest first; null: with any event. */
  public Page<Webhook> list(ResourceId resource, @Nullable String event, PageRequest page) {
    return Page.ofOneMore(page, rows.list(resource, event, page.start(), page.oneMore()));
  }

  /** Returns webhooks of the repository before those of the project. */
  public Page<Webhook> listWithProject(
      Repository repository, @Nullable String event, PageRequest page) {
    return Page.ofOneMore(
        page,
        rows.listWithProject(
            repository.id(), repository.project().id(), event, page.start(), page.oneMore()));
  }

  public Webhook require(Resource resource, long id) {
    return required(resource, id, rows.find(id));
  }

  private Webhook locked(Resource resource, long id) {
    return required(resource, id, rows.lock(id));
  }

  private static Webhook required(Resource resource, long id, Optional<Webhook> found) {
    return found
        .filter(webhook -> webhook.resource().equals(resource.id()))
        .orElseThrow(() ->
            new NoSuchException(
                Thing.ENTITY,
                "There is no webhook %d of this %s."
                    .formatted(id, resource.repository() == null ? "project" : "repository")));
  }

  @Transactional
  public Webhook create(Resource resource, WebhookValues values) {
    if (rows.count(resource.id()) >= MAX_WEBHOOKS) {
      throw new InvalidFieldException(
          "name", "A project or repository has at most %d webhooks.".formatted(MAX_WEBHOOKS));
    }
    check(values);
    long id = rows.insert(resource.id(), RequestFields.required("name", values.name()));
    Webhook made = store(rows.find(id).orElseThrow(), values);
    audit("webhook.created", resource, made);
    return made;
  }

  @Transactional
  public Webhook change(Resource resource, long id, WebhookValues values) {
    Webhook before = locked(resource, id);
    check(values);
    Webhook after = store(before, values);
    if (!after.active()) {
      deliveries.giveUp(id, ReceiverCalls.NOT_ACTIVE);
    }
    audit("webhook.changed", resource, after);
    return after;
  }

  /** Removes a webhook with its deliveries. */
  @Transactional
  public void remove(Resource resource, long id) {
    Webhook present = locked(resource, id);
    rows.delete(id);
    audit("webhook.deleted", resource, present);
  }

  private Webhook store(Webhook before, WebhookValues values) {
    Webhook.Target old = before.target();
    String username = old.username();
    String password = old.sealedPassword();
    WebhookValues.Credentials credentials = values.credentials();
    if (credentials != null) {
      username = emptyToNull(credentials.username());
      boolean kept = username != null && username.equals(old.username());
      password =
          credentials.password() != null
              ? sealed(before.id(), "password", emptyToNull(credentials.password()))
              : kept ? old.sealedPassword() : null;
    }
    if (password != null
        && password.equals(old.sealedPassword())
        && !ReceiverUrl.parse(values.url()).isAtTheSame(ReceiverUrl.parse(old.url()))) {
      throw new InvalidFieldException(
          "credentials", "Give the password again: it was that of another receiver.");
    }
    Webhook.Target target =
        new Webhook.Target(
            RequestFields.required("url", values.url()).strip(),
            values.verifiesTls(),
            secret(before, values.secret()),
            username,
            username == null ? null : password);
    rows.update(
        new Webhook(
            before.id(),
            before.resource(),
            RequestFields.required("name", values.name()),
            values.active(),
            List.copyOf(new LinkedHashSet<>(values.events() == null ? List.of() : values.events())),
            target,
            before.standing()));
    return rows.find(before.id()).orElseThrow();
  }

  private @Nullable String secret(Webhook before, WebhookValues.@Nullable Secret secret) {
    return secret == null
        ? before.target().sealedSecret()
        : sealed(before.id(), "secret", emptyToNull(secret.text()));
  }

  private @Nullable String sealed(long id, String what, @Nullable String secret) {
    return secret == null ? null : seals.seal(Sender.sealName(id, what), secret);
  }

  private static @Nullable String emptyToNull(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }

  private static void check(WebhookValues values) {
    String name = RequestFields.required("name", values.name());
    tooLong("name", name, MAX_NAME);
    ReceiverUrl.parse(values.url());
    for (String event : RequestFields.required("events", values.events())) {
      if (WebhookEvent.of(event).isEmpty()) {
        throw new InvalidFieldException(
            "events", InvalidFieldException.quote(event).replace("\"", "") + " is unknown");
      }
    }
    if (values.secret() != null && values.secret().text() != null) {
      tooLong("configuration", values.secret().text(), MAX_SECRET);
    }
    WebhookValues.Credentials credentials = values.credentials();
    if (credentials != null) {
      String username = credentials.username() == null ? "" : credentials.username();
      tooLong("credentials", username, MAX_NAME);
      tooLong(
          "credentials", credentials.password() == null ? "" : credentials.password(), MAX_SECRET);
      if (username.indexOf(':') >= 0) {
        throw new InvalidFieldException("credentials", "A user name holds no colon.");
      }
    }
  }

  private static void tooLong(String field, String text, int limit) {
    if (text.length() > limit || text.indexOf('\0') >= 0) {
      throw new InvalidFieldException(
          field,
          "The field %s has at most %d characters, none of them NUL; this one has %d."
              .formatted(field, limit, text.length()));
    }
  }

  private void audit(String action, Resource resource, Webhook webhook) {
    Optional<Repository> repository = Optional.ofNullable(resource.repository());
    Map<String, String> details = new LinkedHashMap<>();
    details.put("id", Long.toString(webhook.id()));
    details.put("name", webhook.name());
    details.put("receiver", host(webhook.target().url()));
    details.put("events", String.join(", ", webhook.events()));
    events.publishEvent(
        new AuditableChange(
            action, repository.map(Repository::path).orElse(resource.project().key()), details));
  }

  /** Returns host and port: path and query may hold tokens. */
  private static String host(String url) {
    return ReceiverUrl.parse(url).authority();
  }
}
