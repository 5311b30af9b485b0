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
import org.packhouse.app.notice.webhook.DeliveryRows.Told;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes down what happened for those receivers that ask for it. If nobody does, that is one
 * statement, and no payload is made.
 */
@Component
class Happenings {

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssZ", Locale.ROOT);

  private final WebhookRows webhooks;
  private final DeliveryRows rows;
  private final Deliveries deliveries;
  private final UserViews users;
  private final PermissionStamp stamp;
  private final JsonMapper json;
  private final Clock clock;

  Happenings(
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

  /**
   * Somebody who did something.
   *
   * @param userId null: no user
   * @param name what logs call who is no user
   */
  record Doer(@Nullable Long userId, String name) {
    static Doer of(@Nullable Long userId) {
      return new Doer(userId, "packhouse");
    }
  }

  /**
   * An event.
   *
   * @param source what it is, the same when it is told again
   * @param when null: now
   */
  record Happening(WebhookEvent event, String source, Doer by, @Nullable Instant when) {}

  /**
   * Those who read the payloads of a repository's webhooks: they may see of other repositories what
   * an access token of the repository may.
   */
  Caller reader(Repository repository) {
    return new Caller.ResourceBound(
        "webhook", Map.of(new RepositoryId(repository.id()), Permission.REPO_READ), stamp.inUse());
  }

  /** Whether a repository, or its project, has receivers that are told anything. */
  boolean isHeard(Repository repository) {
    return webhooks.isHeard(repository.id(), repository.project().id());
  }

  /** Has the receivers of a repository, and of its project, told. */
  void tell(Repository repository, Happening what, Supplier<Map<String, Object>> particulars) {
    tell(
        webhooks.toTell(repository.id(), repository.project().id(), what.event().key()),
        what,
        particulars);
  }

  /** Has the receivers of a project told. */
  void tell(Project project, Happening what, Supplier<Map<String, Object>> particulars) {
    tell(webhooks.toTell(null, project.id(), what.event().key()), what, particulars);
  }

  /**
   * Has the receivers of a repository, and of its project, told of several of one kind.
   *
   * @param particulars of each; asked for only if somebody is told
   */
  void tellAll(
      Repository repository,
      List<Happening> all,
      Supplier<Function<Happening, Map<String, Object>>> particulars) {
    WebhookEvent event = all.getFirst().event();
    List<Long> webhookIds =
        webhooks.toTell(repository.id(), repository.project().id(), event.key());
    if (!webhookIds.isEmpty()) {
      write(webhookIds, all, particulars.get());
    }
  }

  private void tell(
      List<Long> webhookIds, Happening what, Supplier<Map<String, Object>> particulars) {
    if (!webhookIds.isEmpty()) {
      write(webhookIds, List.of(what), _ -> particulars.get());
    }
  }

  private void write(
      List<Long> webhookIds,
      List<Happening> all,
      Function<Happening, Map<String, Object>> particulars) {
    Map<Doer, Object> actors = new HashMap<>();
    List<Told> told =
        all.stream()
            .map(what -> {
              Instant when = what.when() == null ? clock.instant() : what.when();
              Map<String, Object> payload = new LinkedHashMap<>();
              payload.put("eventKey", what.event().key());
              payload.put("date", DATE.format(when.atOffset(ZoneOffset.UTC)));
              payload.put("actor", actors.computeIfAbsent(what.by(), this::actor));
              payload.putAll(particulars.apply(what));
              return new Told(
                  what.event().key() + " " + what.source(), json.writeValueAsString(payload));
            })
            .toList();
    rows.add(webhookIds, all.getFirst().event(), told);
    look();
  }

  private void look() {
    if (TransactionSynchronizationManager.isSynchronizationActive()) {
      TransactionSynchronizationManager.registerSynchronization(
          new TransactionSynchronization() {
            @Override
            public void afterCommit() {
              deliveries.look();
            }
          });
    } else {
      deliveries.look();
    }
  }

  /** A user as payloads show one. */
  Object user(long id) {
    return users.of(id);
  }

  private Object actor(Doer doer) {
    return doer.userId() == null
        ? Map.of("name", doer.name(), "displayName", doer.name(), "type", "SERVICE")
        : user(doer.userId());
  }
}
