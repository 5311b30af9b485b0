package org.packhouse.app.platform.database;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import org.packhouse.cluster.Leases;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Leases that are rows of PostgreSQL: the same for every node, and they outlive each. */
public final class DatabaseLeases implements Leases {

  private final JdbcClient jdbc;
  private final UUID holder;
  private final Clock clock;

  /** Leases for that holder, which run out by that clock. */
  public DatabaseLeases(JdbcClient jdbc, UUID holder, Clock clock) {
    this.jdbc = jdbc;
    this.holder = holder;
    this.clock = clock;
  }

  @Override
  public Optional<Lease> acquire(String name, Duration duration) {
    jdbc.sql("insert into lease (name, expires_at) values (?, ?) on conflict do nothing")
        .params(name, at(Instant.EPOCH))
        .update();
    Instant now = clock.instant();
    return jdbc.sql(
            """
            update lease set holder = ?, counter = counter + 1, expires_at = ?
             where name = ? and expires_at <= ? returning counter
            """)
        .params(holder, at(now.plus(duration)), name, at(now))
        .query(Long.class)
        .optional()
        .map(counter -> new Held(name, counter));
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  private final class Held implements Lease {

    private final String name;
    private final long counter;

    Held(String name, long counter) {
      this.name = name;
      this.counter = counter;
    }

    @Override
    public long counter() {
      return counter;
    }

    @Override
    public boolean renew(Duration duration) {
      Instant now = clock.instant();
      return jdbc.sql(
                  """
                  update lease set expires_at = ?
                   where name = ? and counter = ? and expires_at > ?
                  """)
              .params(at(now.plus(duration)), name, counter, at(now))
              .update()
          == 1;
    }

    @Override
    public void close() {
      jdbc.sql("update lease set holder = null, expires_at = ? where name = ? and counter = ?")
          .params(at(Instant.EPOCH), name, counter)
          .update();
    }
  }
}
