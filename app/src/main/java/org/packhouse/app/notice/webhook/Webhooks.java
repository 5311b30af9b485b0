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
import org.packhouse.app.identity.setup.SealedFacts;
import org.packhouse.app.identity.user.AuditableChange;
import org.packhouse.app.platform.refusal.InvalidFieldException;
import org.packhouse.app.platform.refusal.NoSuchException;
import org.packhouse.app.platform.refusal.RefusedException;
import org.packhouse.app.platform.refusal.Thing;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Keeps the webhooks of projects and repositories; asks no permission. */
@Service
public class Webhooks {

  private static final int MAX_NAME = 255;
  private static final int MAX_SECRET = 4096;
  private static final int MAX_WEBHOOKS = 100;

  private final WebhookRows rows;
  private final DeliveryRows deliveries;
  private final SealedFacts seals;
  private final ApplicationEventPublisher events;

  Webhooks(
      WebhookRows rows,
      DeliveryRows deliveries,
      SealedFacts seals,
      ApplicationEventPublisher events) {
    this.rows = rows;
    this.deliveries = deliveries;
    this.seals = seals;
    this.events = events;
  }

  /** All that were set on a project or repository, oldest first. */
  public List<Webhook> list(Resource resource) {
    return rows.list(resource.id(), null, 0, MAX_WEBHOOKS);
  }

  /**
   * The webhook of that id that was set on a project or repository.
   *
   * @throws RefusedException if there is none
   */
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

  /**
   * Makes one.
   *
   * @throws InvalidFieldException if a value breaks a rule
   */
  @Transactional
  public Webhook create(Resource resource, WebhookBody body) {
    if (rows.count(resource.id()) >= MAX_WEBHOOKS) {
      throw new InvalidFieldException(
          "name", "A project or repository has at most %d webhooks.".formatted(MAX_WEBHOOKS));
    }
    check(body);
    long id = rows.insert(resource.id(), RequestFields.required("name", body.name()));
    Webhook made = store(rows.find(id).orElseThrow(), body);
    tell("webhook.created", resource, made);
    return made;
  }

  /**
   * Changes one.
   *
   * @throws InvalidFieldException if a value breaks a rule
   */
  @Transactional
  public Webhook change(Resource resource, long id, WebhookBody body) {
    Webhook before = locked(resource, id);
    check(body);
    Webhook after = store(before, body);
    if (!after.active()) {
      deliveries.giveUp(id, ReceiverCalls.NOT_ACTIVE);
    }
    tell("webhook.changed", resource, after);
    return after;
  }

  /** Removes one, with what waits for it. */
  @Transactional
  public void remove(Resource resource, long id) {
    Webhook present = locked(resource, id);
    rows.delete(id);
    tell("webhook.deleted", resource, present);
  }

  private Webhook store(Webhook before, WebhookBody body) {
    Webhook.Target old = before.target();
    String username = old.username();
    String password = old.sealedPassword();
    WebhookBody.CredentialsBody credentials = body.credentials();
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
        && !ReceiverUrl.parse(body.url()).isAtTheSame(ReceiverUrl.parse(old.url()))) {
      throw new InvalidFieldException(
          "credentials", "Give the password again: it was that of another receiver.");
    }
    Webhook.Target target =
        new Webhook.Target(
            RequestFields.required("url", body.url()).strip(),
            !Boolean.FALSE.equals(body.sslVerificationRequired()),
            secret(before, body.configuration()),
            username,
            username == null ? null : password);
    rows.update(
        new Webhook(
            before.id(),
            before.resource(),
            RequestFields.required("name", body.name()),
            !Boolean.FALSE.equals(body.active()),
            List.copyOf(new LinkedHashSet<>(body.events() == null ? List.of() : body.events())),
            target,
            before.standing()));
    return rows.find(before.id()).orElseThrow();
  }

  private @Nullable String secret(Webhook before, @Nullable Map<String, Object> configuration) {
    if (configuration == null || !configuration.containsKey("secret")) {
      return before.target().sealedSecret();
    }
    return sealed(
        before.id(),
        "secret",
        configuration.get("secret") instanceof String text ? emptyToNull(text) : null);
  }

  private @Nullable String sealed(long id, String what, @Nullable String secret) {
    return secret == null ? null : seals.seal(Sender.sealName(id, what), secret);
  }

  private static @Nullable String emptyToNull(@Nullable String text) {
    return text == null || text.isEmpty() ? null : text;
  }

  private static void check(WebhookBody body) {
    String name = RequestFields.required("name", body.name());
    tooLong("name", name, MAX_NAME);
    ReceiverUrl.parse(body.url());
    for (String event : RequestFields.required("events", body.events())) {
      if (WebhookEvent.of(event).isEmpty()) {
        throw new InvalidFieldException(
            "events", InvalidFieldException.quote(event).replace("\"", "") + " is unknown");
      }
    }
    if (body.configuration() != null
        && body.configuration().get("secret") instanceof String secret) {
      tooLong("configuration", secret, MAX_SECRET);
    }
    WebhookBody.CredentialsBody credentials = body.credentials();
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

  private void tell(String action, Resource resource, Webhook webhook) {
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

  /** Paths and queries of receivers may hold tokens. */
  private static String host(String url) {
    return ReceiverUrl.parse(url).authority();
  }
}
