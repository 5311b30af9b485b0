package org.packhouse.app.housekeeping;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.packhouse.app.node.NodeSessions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Rights of one process to do what two should not do at once. A lease is renewed while it is held
 * and ends by itself when its process dies; its counter tells a holder that it has lost it.
 */
@Component
class Leases implements DisposableBean {

  private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
  private static final Duration TERM = Duration.ofMinutes(5);
  private static final Duration RENEW_EVERY = Duration.ofMinutes(1);

  private final JdbcClient jdbc;
  private final NodeSessions sessions;
  private final Clock clock;
  private final ScheduledExecutorService renewals =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("lease-renewal").factory());

  Leases(JdbcClient jdbc, NodeSessions sessions, Clock clock) {
    this.jdbc = jdbc;
    this.sessions = sessions;
    this.clock = clock;
  }

  /** Takes the lease of that name; empty if somebody holds it. */
  Optional<Lease> acquire(String name) {
    jdbc.sql("insert into lease (name, expires_at) values (?, ?) on conflict do nothing")
        .params(name, at(Instant.EPOCH))
        .update();
    Instant now = clock.instant();
    return jdbc.sql(
            """
            update lease set holder = ?, counter = counter + 1, expires_at = ?
             where name = ? and expires_at < ? returning counter
            """)
        .params(sessions.current(), at(now.plus(TERM)), name, at(now))
        .query(Long.class)
        .optional()
        .map(counter -> new Lease(name, counter));
  }

  @Override
  public void destroy() {
    renewals.shutdownNow();
  }

  private static OffsetDateTime at(Instant instant) {
    return instant.atOffset(ZoneOffset.UTC);
  }

  /** A lease that is held until it is closed, or lost. */
  final class Lease implements AutoCloseable {

    private final String name;
    private final long counter;
    private final ScheduledFuture<?> renewal;

    private Lease(String name, long counter) {
      this.name = name;
      this.counter = counter;
      this.renewal =
          renewals.scheduleAtFixedRate(
              this::renew, RENEW_EVERY.toSeconds(), RENEW_EVERY.toSeconds(), TimeUnit.SECONDS);
    }

    /** Extends it; false if somebody else has it now. */
    boolean renew() {
      try {
        return jdbc.sql("update lease set expires_at = ? where name = ? and counter = ?")
                .params(at(clock.instant().plus(TERM)), name, counter)
                .update()
            == 1;
      } catch (DataAccessException e) {
        LOG.warn("Cannot renew the lease {}", name, e);
        return false;
      }
    }

    @Override
    public void close() {
      renewal.cancel(false);
      jdbc.sql("delete from lease where name = ? and counter = ?").params(name, counter).update();
    }
  }
}
