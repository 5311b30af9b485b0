package org.packhouse.app.identity.auth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.identity.user.User;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Notes when credentials were used, to within minutes: most requests write nothing. */
@Component
class LastUse {

  private static final Duration PRECISION = Duration.ofMinutes(10);

  private final JdbcClient jdbc;
  private final Clock clock;

  LastUse(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  void ofAccount(User user) {
    jdbc.sql(
            """
            insert into last_sign_in (user_id, at) values (?, ?)
            on conflict (user_id) do update set at = excluded.at
            """)
        .params(user.id(), clock.instant().atOffset(ZoneOffset.UTC))
        .update();
  }

  void ofToken(StoredToken token) {
    if (isDue(token.lastUsedAt())) {
      jdbc.sql("update access_token set last_used_at = ? where id = ?")
          .params(clock.instant().atOffset(ZoneOffset.UTC), token.id())
          .update();
    }
  }

  void ofKey(StoredKey key) {
    if (isDue(key.lastUsedAt())) {
      jdbc.sql("update ssh_key set last_used_at = ? where id = ?")
          .params(clock.instant().atOffset(ZoneOffset.UTC), key.id())
          .update();
    }
  }

  private boolean isDue(@Nullable Instant noted) {
    return noted == null || noted.isBefore(clock.instant().minus(PRECISION));
  }
}
