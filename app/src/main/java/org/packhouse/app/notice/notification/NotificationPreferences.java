package org.packhouse.app.notice.notification;

import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserDeleted;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Service;

/** The preferences of users for mails, by default at once; checks no permission. */
@Service
public class NotificationPreferences {

  private final JdbcClient sql;

  NotificationPreferences(JdbcClient sql) {
    this.sql = sql;
  }

  public MailFrequency of(long userId) {
    return sql.sql("select delivery from notification_preference where user_id = ?")
        .param(userId)
        .query((row, _) -> MailFrequency.valueOf(row.getString(1)))
        .optional()
        .orElse(MailFrequency.IMMEDIATE);
  }

  /** Returns the stored preferences among some users. */
  Map<Long, MailFrequency> of(Collection<Long> userIds) {
    return sql
        .sql(
            """
            select user_id, delivery from notification_preference
             where user_id = any(cast(? as bigint[]))
            """)
        .param(userIds.toArray(Long[]::new))
        .query((row, _) -> Map.entry(row.getLong(1), MailFrequency.valueOf(row.getString(2))))
        .list()
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Stores a preference, which queued mails follow. */
  public void set(User user, MailFrequency delivery) {
    sql.sql(
            """
            insert into notification_preference (user_id, delivery) values (?, ?)
            on conflict (user_id) do update set delivery = excluded.delivery
            """)
        .params(user.id(), delivery.name())
        .update();
  }

  @EventListener
  void on(UserDeleted event) {
    sql.sql("delete from notification_preference where user_id = ?")
        .param(event.user().id())
        .update();
  }
}
