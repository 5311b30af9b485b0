package org.packhouse.app.identity.auth;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** Keeps when users last signed in with a password, to within what {@link LastUse} notes. */
@Component
public class LastSignIns {

  private final JdbcClient jdbc;

  LastSignIns(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The time of each of the users; those who never did are left out. */
  @Transactional(readOnly = true)
  public Map<Long, Instant> of(Collection<Long> userIds) {
    Map<Long, Instant> times = new HashMap<>();
    jdbc.sql("select user_id, at from last_sign_in where user_id = any(?)")
        .param(userIds.toArray(Long[]::new))
        .query(row -> {
          times.put(row.getLong(1), row.getTimestamp(2).toInstant());
        });
    return times;
  }
}
