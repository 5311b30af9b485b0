package org.packhouse.app.platform.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.packhouse.app.platform.node.Homes;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

@Configuration(proxyBeanMethods = false)
class DatabaseConfiguration {

  /** No transaction of a live node is idle this long. */
  private static final Duration IDLE_IN_TRANSACTION = Duration.ofSeconds(60);

  /**
   * How long a statement may stay without a response, unless the URL says otherwise: no statement
   * of a request takes so long.
   */
  private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(60);

  /** Shorter than the client's timeout, so that no statement waits on without its client. */
  private static final Duration LOCK_WAIT = SOCKET_TIMEOUT.multipliedBy(5).dividedBy(6);

  @Bean
  EmbeddedDatabase embeddedDatabase(
      DatabaseSettings settings,
      Homes homes,
      Environment environment,
      ObjectProvider<EmbeddedDatabaseUse> use) {
    if (settings.url() != null) {
      return EmbeddedDatabase.none();
    }
    for (String join : new String[] {"tcpip", "kubernetes"}) {
      if (environment.getProperty("hazelcast.network." + join, Boolean.class, false)) {
        throw new StartRefusedException(
            "A cluster (hazelcast.network.%s) needs a PostgreSQL of its own; set jdbc.url, jdbc.user and jdbc.password."
                .formatted(join));
      }
    }
    return use.getIfAvailable(() -> EmbeddedDatabaseUse.START) == EmbeddedDatabaseUse.START
        ? EmbeddedDatabase.start(homes)
        : EmbeddedDatabase.joinOrStart(homes);
  }

  @Bean
  DatabaseAddress databaseAddress(DatabaseSettings settings, EmbeddedDatabase embedded) {
    DatabaseAddress address =
        settings.url() == null
            ? embedded.address()
            : new DatabaseAddress(
                settings.url(), orEmpty(settings.user()), orEmpty(settings.password()));
    DatabaseAddress careful =
        address
            .with("connectTimeout", seconds(settings.connectTimeout()))
            .with("loginTimeout", seconds(settings.connectTimeout()))
            .with("tcpKeepAlive", "true")
            .with("ApplicationName", "packhouse");
    DatabaseProbe.check(careful);
    return careful;
  }

  /** The clock of the whole server, set to PostgreSQL's time once there is a connection. */
  @Bean
  DatabaseClock clock() {
    return new DatabaseClock(Clock.systemUTC(), System::nanoTime);
  }

  @Bean
  ClockUpkeep clockUpkeep(DatabaseClock clock, DataSource database) {
    return new ClockUpkeep(clock, database);
  }

  @Bean
  @Primary
  HikariDataSource dataSource(
      DatabaseSettings settings, DatabaseAddress address, DatabaseClock clock) {
    DatabaseAddress bounded =
        address
            .with("socketTimeout", seconds(SOCKET_TIMEOUT))
            .with("socketFactory", WatchedSockets.class.getName());
    HikariConfig pool = new HikariConfig();
    pool.setPoolName("main");
    pool.setJdbcUrl(bounded.url());
    pool.setUsername(bounded.user());
    pool.setPassword(bounded.password());
    pool.setMaximumPoolSize(settings.poolSize());
    pool.setMinimumIdle(2);
    pool.setConnectionTimeout(settings.poolTimeout().toMillis());
    pool.setValidationTimeout(Math.min(2_000, settings.poolTimeout().toMillis()));
    pool.setInitializationFailTimeout(-1);
    new SessionLimits(IDLE_IN_TRANSACTION, LOCK_WAIT).set(pool);
    ConnectionPool connections = new ConnectionPool(pool);
    set(clock, connections);
    return connections;
  }

  /** Must run before anything records a time. */
  private static void set(DatabaseClock clock, ConnectionPool connections) {
    try {
      ClockUpkeep.set(clock, connections);
    } catch (SQLException e) {
      connections.close();
      throw new StartRefusedException(
          "PostgreSQL does not say what time it is: %s".formatted(e.getMessage()));
    }
  }

  /** Without the timeouts of requests, because migrations may take long. */
  @Bean
  DataSource migrationDataSource(DatabaseAddress address) {
    return unpooled(address);
  }

  @Bean
  SharedDatabase sharedDatabase(DatabaseSettings settings, DatabaseAddress address) {
    return new SharedDatabase(settings.url() != null, unpooled(address));
  }

  /** Without keepalives a vanished machine would hold the migration lock for two hours. */
  private static DataSource unpooled(DatabaseAddress address) {
    return new DriverManagerDataSource(
        SessionLimits.withKeepalives(address.url()), address.user(), address.password());
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private static String seconds(Duration duration) {
    return Long.toString(Math.max(1, duration.toSeconds()));
  }
}
