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
 * Limits that PostgreSQL keeps for each connection of a pool, whatever becomes of the node that has
 * it. A node that stands still or has lost its power in a transaction would otherwise hold its
 * locks until the kernel gives the connection up, after two hours, or for as long as the process
 * stands still; and a client that has given up on a statement would leave it waiting in the server.
 *
 * @param idleInTransaction how long a transaction may go without a statement
 * @param lockWait how long a statement waits for a lock
 */
public record SessionLimits(Duration idleInTransaction, Duration lockWait) {

  /** The peer is gone after 10 s in which nothing came and three probes 5 s apart. */
  private static final String KEEPALIVES =
      "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3";

  /** A file server that starts again keeps its clients waiting for minutes. */
  private static final Duration IDLE_AT_FILES = Duration.ofMinutes(10);

  /** Has all connections of a pool that is to be made begin with these. */
  public void set(HikariConfig pool) {
    pool.setJdbcUrl(
        with(
            pool.getJdbcUrl(),
            "-c idle_in_transaction_session_timeout=%d -c lock_timeout=%d %s"
                .formatted(idleInTransaction.toMillis(), lockWait.toMillis(), KEEPALIVES)));
  }

  /** For connections without these limits: a machine that is gone holds nothing by them. */
  static String withKeepalives(String url) {
    return with(url, KEEPALIVES);
  }

  /**
   * Lets the transaction that the thread is in go without a statement for as long as files may take
   * that it reads with a lock held.
   */
  public static void allowForFiles(JdbcClient transaction) {
    transaction
        .sql("select set_config('idle_in_transaction_session_timeout', ?, true)")
        .param(Long.toString(IDLE_AT_FILES.toMillis()))
        .query((_, _) -> 0)
        .list();
  }

  /**
   * In the URL, as the driver takes no options from elsewhere if a URL has some. Of what it says
   * twice the last counts: ours, and of ours those of the pool that was made last.
   */
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
