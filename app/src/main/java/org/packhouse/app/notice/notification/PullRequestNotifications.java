package org.packhouse.app.notice.notification;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.hosting.repository.Repository;
import org.packhouse.app.identity.mail.MailQueue;
import org.packhouse.app.identity.mail.MailQueue.Digest;
import org.packhouse.app.identity.mail.MailQueue.Entry;
import org.packhouse.app.notice.notification.Recipients.Told;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.app.review.pullrequest.Activity;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestListener;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Queues mails for those who are to hear what happened to a pull request. */
@Component
class PullRequestNotifications implements PullRequestListener {

  static final String KIND = "pull-request";
  private static final JsonMapper JSON = JsonMappers.stored();

  // These know pull requests, which tell their listeners by the outbox.
  private final ObjectProvider<Parts> parts;
  private final Clock clock;

  PullRequestNotifications(ObjectProvider<Parts> parts, Clock clock) {
    this.parts = parts;
    this.clock = clock;
  }

  /** Finders of people, and the queue. */
  @Component
  record Parts(
      Recipients recipients,
      NotificationPreferences preferences,
      MailQueue queue,
      NotificationSettings settings) {}

  @Override
  public String name() {
    return "notifications-of-pull-requests";
  }

  @Override
  public void happened(Repository target, PullRequest pullRequest, Activity activity) {
    Parts with = parts.getObject();
    if (!with.queue().isReady()) {
      return;
    }
    Map<Long, Told> told = with.recipients().of(target, pullRequest, activity);
    Map<Long, Delivery> deliveries = with.preferences().of(told.keySet());
    List<Entry> entries = new ArrayList<>();
    told.forEach((userId, one) -> {
      Delivery delivery = deliveries.getOrDefault(userId, Delivery.IMMEDIATE);
      if (delivery != Delivery.OFF) {
        Notification notification =
            Notification.of(target.id(), pullRequest.number(), activity, one.what(), one.reason());
        entries.add(
            new Entry(
                userId,
                "activity " + activity.id(),
                JSON.writeValueAsString(notification),
                digest(delivery, with.settings().dailyHour())));
      }
    });
    with.queue().add(KIND, entries);
  }

  private @Nullable Digest digest(Delivery delivery, int dailyHour) {
    Instant due = due(delivery, dailyHour, clock.instant());
    return due == null ? null : new Digest("digest", due);
  }

  /** The end of the hour, the hour of the day; null: at once. */
  static @Nullable Instant due(Delivery delivery, int dailyHour, Instant now) {
    ZonedDateTime hour = now.atZone(ZoneOffset.UTC).truncatedTo(ChronoUnit.HOURS);
    return switch (delivery) {
      case HOURLY -> hour.plusHours(1).toInstant();
      case DAILY -> {
        ZonedDateTime today = hour.withHour(dailyHour);
        yield (today.isAfter(now.atZone(ZoneOffset.UTC)) ? today : today.plusDays(1)).toInstant();
      }
      case IMMEDIATE, OFF -> null;
    };
  }
}
