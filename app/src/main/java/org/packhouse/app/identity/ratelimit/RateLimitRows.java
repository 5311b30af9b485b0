package org.packhouse.app.identity.ratelimit;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Rows of limits; whatever changes one raises the version that nodes compare. */
@Component
class RateLimitRows {

  private final JdbcClient jdbc;

  RateLimitRows(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** The limits of the server, and the version of these and of all exceptions. */
  record Versioned(RateLimits limits, long version) {}

  Versioned read() {
    return jdbc.sql("select enabled, capacity, fill_rate, version from rate_limit")
        .query((row, _) ->
            new Versioned(
                new RateLimits(
                    row.getBoolean("enabled"),
                    new RateLimit(row.getInt("capacity"), row.getInt("fill_rate"))),
                row.getLong("version")))
        .single();
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
        .query(RateLimitRows::ofUser)
        .list()
        .stream()
        .collect(Collectors.toMap(UserRateLimit::userId, Function.identity()));
  }

  Optional<UserRateLimit> find(long userId) {
    return jdbc.sql("select user_id, capacity, fill_rate from user_rate_limit where user_id = ?")
        .param(userId)
        .query(RateLimitRows::ofUser)
        .optional();
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

  /** Ends the exception for a user; false if there is none. */
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

  private static UserRateLimit ofUser(ResultSet row, int number) throws SQLException {
    int fillRate = row.getInt("fill_rate");
    RateLimit limit = row.wasNull() ? null : new RateLimit(row.getInt("capacity"), fillRate);
    return new UserRateLimit(row.getLong("user_id"), limit);
  }
}
