package org.packhouse.app.identity.auth;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Counts failed logins by the name that was typed, for all nodes: after some free ones each further
 * one doubles the time for which that name is not tried at all.
 */
@Component
class FailedLogins {

  private final JdbcClient jdbc;
  private final AuthSettings settings;
  private final Clock clock;

  FailedLogins(JdbcClient jdbc, AuthSettings settings, Clock clock) {
    this.jdbc = jdbc;
    this.settings = settings;
    this.clock = clock;
  }

  /** How long the name is still refused, rounded up to whole seconds; null if it is not. */
  @Nullable Duration remaining(@Nullable Instant blockedUntil) {
    Instant now = clock.instant();
    if (blockedUntil == null || !now.isBefore(blockedUntil)) {
      return null;
    }
    return Duration.ofSeconds(Duration.between(now, blockedUntil).toSeconds() + 1);
  }

  @Transactional
  void record(String name) {
    Instant now = clock.instant();
    int failures =
        jdbc.sql(
                """
                insert into login_failure as f (name, failures, last_failed_at)
                values (lower(:name), 1, :now)
                on conflict (name) do update
                   set last_failed_at = excluded.last_failed_at
                     , failures = case when f.last_failed_at < :forgotten then 1
                                       else f.failures + 1 end
                returning failures
                """)
            .param("name", name)
            .param("now", now.atOffset(ZoneOffset.UTC))
            .param("forgotten", now.minus(settings.forgetFailuresAfter()).atOffset(ZoneOffset.UTC))
            .query(Integer.class)
            .single();
    if (failures >= settings.freeFailures()) {
      jdbc.sql("update login_failure set blocked_until = ? where name = lower(?)")
          .params(now.plus(delay(failures)).atOffset(ZoneOffset.UTC), name)
          .update();
    }
  }

  @Transactional
  void forget(String name) {
    jdbc.sql("delete from login_failure where name = lower(?)").param(name).update();
  }

  /** Removes what no longer counts: names that nobody has may be typed without end. */
  @Transactional
  void purge() {
    jdbc.sql("delete from login_failure where last_failed_at < ?")
        .param(clock.instant().minus(settings.forgetFailuresAfter()).atOffset(ZoneOffset.UTC))
        .update();
  }

  private Duration delay(int failures) {
    int doublings = Math.min(failures - settings.freeFailures(), 20);
    Duration delay = Duration.ofSeconds(1L << doublings);
    return delay.compareTo(settings.longestDelay()) < 0 ? delay : settings.longestDelay();
  }
}
