package org.packhouse.app.identity.signin;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Map;
import java.util.stream.Collectors;
import org.packhouse.app.identity.user.User;
import org.packhouse.app.identity.user.UserErased;
import org.springframework.context.event.EventListener;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Stores the last password sign-in of users. */
@Component
public class LastSignIns {

  private static final RowMapper<Row> ROW = new SimplePropertyRowMapper<>(Row.class);

  private final JdbcClient jdbc;
  private final Clock clock;

  LastSignIns(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  private record Row(long userId, Instant at) {}

  void note(User user) {
    jdbc.sql(
            """
            insert into last_sign_in (user_id, at) values (?, ?)
            on conflict (user_id) do update set at = excluded.at
            """)
        .params(user.id(), clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  @EventListener
  public void on(UserErased event) {
    jdbc.sql("delete from last_sign_in where user_id = ?").param(event.after().id()).update();
  }

  /** Returns the times by user, without users who never signed in. */
  @Transactional(readOnly = true)
  public Map<Long, Instant> of(Collection<Long> userIds) {
    return jdbc
        .sql("select user_id, at from last_sign_in where user_id = any(?)")
        .param(userIds.toArray(Long[]::new))
        .query(ROW)
        .list()
        .stream()
        .collect(Collectors.toMap(Row::userId, Row::at));
  }
}
