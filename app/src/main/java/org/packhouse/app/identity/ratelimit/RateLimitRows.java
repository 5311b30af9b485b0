package org.packhouse.app.identity.ratelimit;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Rows of rate limits; every change raises their version, which nodes compare. */
@Component
class RateLimitRows {

  private static final RowMapper<UserRow> USER_ROW = new SimplePropertyRowMapper<>(UserRow.class);

  private final JdbcClient jdbc;

  RateLimitRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The limits of the server, and the version of all limits. */
  record Versioned(RateLimits limits, long version) {}

  private record Row(boolean enabled, int capacity, int fillRate, long version) {
    Versioned toVersioned() {
      return new Versioned(new RateLimits(enabled, new RateLimit(capacity, fillRate)), version);
    }
  }

  private record UserRow(long userId, @Nullable Integer capacity, @Nullable Integer fillRate) {
    UserRateLimit toLimit() {
      return new UserRateLimit(
          userId, capacity == null || fillRate == null ? null : new RateLimit(capacity, fillRate));
    }
  }

  Versioned read() {
    return jdbc.sql("select enabled, capacity, fill_rate, version from rate_limit")
        .query(Row.class)
        .single()
        .toVersioned();
  }

  void write(RateLimits limits) {
    jdbc.sql(
            """
            update rate_limit
               set enabled = ?, capacity = ?, fill_rate = ?, version = version + 1
            """)
        .params(limits.enabled(), limits.usual().capacity(), limits.usual().fillRate())
        .update();
  }

  Map<Long, UserRateLimit> readAll() {
    return jdbc
        .sql("select user_id, capacity, fill_rate from user_rate_limit")
        .query(USER_ROW)
        .list()
        .stream()
        .map(UserRow::toLimit)
        .collect(Collectors.toMap(UserRateLimit::userId, Function.identity()));
  }

  Optional<UserRateLimit> find(long userId) {
    return jdbc.sql("select user_id, capacity, fill_rate from user_rate_limit where user_id = ?")
        .param(userId)
        .query(UserRow.class)
        .optional()
        .map(UserRow::toLimit);
  }

  void write(long userId, @Nullable RateLimit limit) {
    jdbc.sql(
            """
            insert into user_rate_limit (user_id, capacity, fill_rate) values (?, ?, ?)
            on conflict (user_id) do update
               set capacity = excluded.capacity, fill_rate = excluded.fill_rate
            """)
        .param(userId)
        .param(limit == null ? null : limit.capacity())
        .param(limit == null ? null : limit.fillRate())
        .update();
    raiseVersion();
  }

  boolean remove(long userId) {
    boolean removed =
        jdbc.sql("delete from user_rate_limit where user_id = ?").param(userId).update() > 0;
    if (removed) {
      raiseVersion();
    }
    return removed;
  }

  private void raiseVersion() {
    jdbc.sql("update rate_limit set version = version + 1").update();
  }
}
