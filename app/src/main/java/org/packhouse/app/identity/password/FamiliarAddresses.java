package org.packhouse.app.identity.password;

import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserDeleted;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Remembers the networks from which users signed in by password. */
@Component
public class FamiliarAddresses {

  private static final Duration REMEMBERED = Duration.ofDays(90);

  private final JdbcClient jdbc;
  private final Clock clock;

  FamiliarAddresses(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  @EventListener
  public void on(UserDeleted event) {
    jdbc.sql("delete from familiar_address where user_id = ?").param(event.user().id()).update();
  }

  public void add(User user, String network) {
    if (!network.isEmpty()) {
      jdbc.sql(
              """
              insert into familiar_address (user_id, address, last_seen_at) values (?, ?, ?)
              on conflict (user_id, address) do update set last_seen_at = excluded.last_seen_at
              """)
          .params(user.id(), network, clock.instant().atOffset(ZoneOffset.UTC))
          .update();
    }
  }

  boolean has(User user, String network) {
    return jdbc.sql(
            "select exists (select 1 from familiar_address where user_id = ? and address = ?)")
        .params(user.id(), network)
        .query(Boolean.class)
        .single();
  }

  /** Deletes networks not used for 90 days. */
  public void purge() {
    jdbc.sql("delete from familiar_address where last_seen_at < ?")
        .param(clock.instant().minus(REMEMBERED).atOffset(ZoneOffset.UTC))
        .update();
  }
}
