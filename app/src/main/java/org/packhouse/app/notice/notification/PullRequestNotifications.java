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
import org.packhouse.app.notice.notification.Recipients.Notice;
import org.packhouse.app.platform.json.JsonMappers;
import org.packhouse.app.review.pullrequest.Activity;
import org.packhouse.app.review.pullrequest.PullRequest;
import org.packhouse.app.review.pullrequest.PullRequestListener;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Queues mails about activities of pull requests. */
@Component
class PullRequestNotifications implements PullRequestListener {

  static final String KIND = "pull-request";
  private static final JsonMapper JSON = JsonMappers.stored();

  private final Recipients recipients;
  private final NotificationPreferences preferences;
  private final MailQueue queue;
  private final NotificationSettings settings;
  private final Clock clock;

  PullRequestNotifications(
      Recipients recipients,
      NotificationPreferences preferences,
      MailQueue queue,
      NotificationSettings settings,
      Clock clock) {
    this.recipients = recipients;
    this.preferences = preferences;
    this.queue = queue;
    this.settings = settings;
    this.clock = clock;
  }

  @Override
  public String name() {
    return "notifications-of-pull-requests";
  }

  @Override
  public void happened(Repository target, PullRequest pullRequest, Activity activity) {
    if (!queue.isReady()) {
      return;
    }
    Map<Long, Notice> notices = recipients.of(target, pullRequest, activity);
    Map<Long, MailFrequency> deliveries = preferences.of(notices.keySet());
    List<Entry> entries = new ArrayList<>();
    notices.forEach((userId, one) -> {
      MailFrequency delivery = deliveries.getOrDefault(userId, MailFrequency.IMMEDIATE);
      if (delivery != MailFrequency.OFF) {
        Notification notification =
            Notification.of(target.id(), pullRequest.number(), activity, one.what(), one.reason());
        entries.add(
            new Entry(
                userId,
                "activity " + activity.id(),
                JSON.writeValueAsString(notification),
                digest(delivery, settings.dailyHour())));
      }
    });
    queue.add(KIND, entries);
  }

  private @Nullable Digest digest(MailFrequency delivery, int dailyHour) {
    Instant due = due(delivery, dailyHour, clock.instant());
    return due == null ? null : new Digest("digest", due);
  }

  /**
   * Returns when a digest mail is due: the end of the current hour, or the next {@code dailyHour}
   * in UTC; null if the mail goes at once.
   */
  static @Nullable Instant due(MailFrequency delivery, int dailyHour, Instant now) {
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
