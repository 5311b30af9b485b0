package org.packhouse.app.notice.webhook;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.project.Project;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.permission.Caller;
import org.packhouse.app.identity.permission.Permission;
import org.packhouse.app.identity.permission.PermissionStamp;
import org.packhouse.app.identity.permission.ResourceId.RepositoryId;
import org.packhouse.app.identity.user.rest.UserViews;
import org.packhouse.app.notice.webhook.DeliveryRows.Content;
import org.packhouse.app.platform.queue.AfterCommit;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Queues events for the webhooks that ask for them; without any, that costs one statement. */
@Component
public class WebhookPublisher {

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssZ", Locale.ROOT);

  private final WebhookRows webhooks;
  private final DeliveryRows rows;
  private final Deliveries deliveries;
  private final UserViews users;
  private final PermissionStamp stamp;
  private final JsonMapper json;
  private final Clock clock;

  WebhookPublisher(
      WebhookRows webhooks,
      DeliveryRows rows,
      Deliveries deliveries,
      UserViews users,
      PermissionStamp stamp,
      JsonMapper json,
      Clock clock) {
    this.webhooks = webhooks;
    this.rows = rows;
    this.deliveries = deliveries;
    this.users = users;
    this.stamp = stamp;
    this.json = json;
    this.clock = clock;
  }

  /** The cause of an event: a user, or null and a name. */
  public record EventActor(@Nullable Long userId, String name) {
    public static EventActor of(@Nullable Long userId) {
      return new EventActor(userId, "packhouse");
    }
  }

  /** An occurrence, now or at a time; its source keeps a repeated one from being queued twice. */
  public record Occurrence(
      WebhookEvent event, String source, EventActor by, @Nullable Instant when) {}

  /** Returns the reader of payloads, with the rights of an access token of the repository. */
  public Caller reader(Repository repository) {
    return new Caller.ResourceBound(
        "webhook", Map.of(new RepositoryId(repository.id()), Permission.REPO_READ), stamp.inUse());
  }

  public boolean hasReceivers(Repository repository) {
    return webhooks.isHeard(repository.id(), repository.project().id());
  }

  public void publish(
      Repository repository, Occurrence occurrence, Supplier<Map<String, Object>> payload) {
    publish(
        webhooks.receiversOf(repository.id(), repository.project().id(), occurrence.event().key()),
        occurrence,
        payload);
  }

  public void publish(
      Project project, Occurrence occurrence, Supplier<Map<String, Object>> payload) {
    publish(
        webhooks.receiversOf(null, project.id(), occurrence.event().key()), occurrence, payload);
  }

  /** Publishes occurrences of one event; payloads are built only if there is a receiver. */
  public void publishAll(
      Repository repository,
      List<Occurrence> all,
      Supplier<Function<Occurrence, Map<String, Object>>> payloads) {
    WebhookEvent event = all.getFirst().event();
    List<Long> webhookIds =
        webhooks.receiversOf(repository.id(), repository.project().id(), event.key());
    if (!webhookIds.isEmpty()) {
      queue(webhookIds, all, payloads.get());
    }
  }

  private void publish(
      List<Long> webhookIds, Occurrence occurrence, Supplier<Map<String, Object>> payload) {
    if (!webhookIds.isEmpty()) {
      queue(webhookIds, List.of(occurrence), _ -> payload.get());
    }
  }

  private void queue(
      List<Long> webhookIds,
      List<Occurrence> all,
      Function<Occurrence, Map<String, Object>> payloads) {
    Map<EventActor, Object> actors = new HashMap<>();
    List<Content> contents =
        all.stream()
            .map(occurrence -> {
              Instant when = occurrence.when() == null ? clock.instant() : occurrence.when();
              Map<String, Object> payload = new LinkedHashMap<>();
              payload.put("eventKey", occurrence.event().key());
              payload.put("date", DATE.format(when.atOffset(ZoneOffset.UTC)));
              payload.put("actor", actors.computeIfAbsent(occurrence.by(), this::actor));
              payload.putAll(payloads.apply(occurrence));
              return new Content(
                  occurrence.event().key() + " " + occurrence.source(),
                  json.writeValueAsString(payload));
            })
            .toList();
    rows.add(webhookIds, all.getFirst().event(), contents);
    AfterCommit.run(deliveries::look);
  }

  public Object user(long id) {
    return users.of(id);
  }

  private Object actor(EventActor actor) {
    return actor.userId() == null
        ? Map.of("name", actor.name(), "displayName", actor.name(), "type", "SERVICE")
        : user(actor.userId());
  }
}
