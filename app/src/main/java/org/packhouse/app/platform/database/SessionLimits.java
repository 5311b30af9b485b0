package org.packhouse.app.platform.database;

import com.zaxxer.hikari.HikariConfig;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Limits that PostgreSQL enforces for a pool's connections. Without them a node that stalls or
 * loses power in a transaction keeps its locks for up to two hours, or while its process stands
 * still, and a statement whose client gave up keeps waiting.
 *
 * @param idleInTransaction how long a transaction may go without a statement
 * @param lockWait how long a statement waits for a lock
 */
public record SessionLimits(Duration idleInTransaction, Duration lockWait) {

  /** A peer is gone after 10 s of silence and three probes 5 s apart. */
  private static final String KEEPALIVES =
      "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3";

  /** A restarting file server keeps its clients waiting for minutes. */
  private static final Duration IDLE_AT_FILES = Duration.ofMinutes(10);

  /** Must be called before the pool is created. */
  public void set(HikariConfig pool) {
    pool.setJdbcUrl(
        with(
            pool.getJdbcUrl(),
            "-c idle_in_transaction_session_timeout=%d -c lock_timeout=%d %s"
                .formatted(idleInTransaction.toMillis(), lockWait.toMillis(), KEEPALIVES)));
  }

  /** Adds keepalives alone, so that a vanished machine holds nothing. */
  static String withKeepalives(String url) {
    return with(url, KEEPALIVES);
  }

  /** Lets the current transaction stay idle while it waits for files with a lock held. */
  public static void allowForFiles(JdbcClient transaction) {
    transaction
        .sql("select set_config('idle_in_transaction_session_timeout', ?, true)")
        .param(Long.toString(IDLE_AT_FILES.toMillis()))
        .query((_, _) -> 0)
        .list();
  }

  /** Appends to the URL's options, which make the driver ignore others. The last duplicate wins. */
  private static String with(String url, String options) {
    Properties said = Driver.parseURL(url, null);
    @Nullable String given = said == null ? null : said.getProperty("options");
    String all = given == null ? options : given + " " + options;
    return url
        + (url.contains("?") ? "&" : "?")
        + "options="
        + URLEncoder.encode(all, StandardCharsets.UTF_8);
  }
}
