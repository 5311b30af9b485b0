package org.packhouse.app.platform.database;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.InitializingBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Migrates the schema to this code's version. One of several starting nodes migrates, by a lock in
 * the database. A migration waits for table locks at most {@link #LOCK_TIMEOUT}, while others queue
 * behind it, and is retried. Results are remembered ({@link SchemaHistory}).
 *
 * <p>The schema of a later version is left alone. It records which versions may run on it:
 * expanding migrations keep the previous ones running, for rolling upgrades; a contracting one, a
 * release later, shuts them out.
 */
final class SchemaMigration implements InitializingBean {

  /** In PostgreSQL's syntax. */
  static final String LOCK_TIMEOUT = "2s";

  private static final Logger LOG = LoggerFactory.getLogger(SchemaMigration.class);
  private static final Duration TRY_AGAIN_AFTER = Duration.ofSeconds(1);
  private static final Duration MAX_TRYING = Duration.ofMinutes(5);
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private final DataSource database;
  private final DataSource unhurried;
  private final SchemaHistory history;
  private final ObjectProvider<DatabaseLoad> restored;

  /** {@code unhurried} has no timeouts; {@code restored} loads an empty database first. */
  SchemaMigration(
      DataSource database,
      DataSource unhurried,
      SchemaHistory history,
      ObjectProvider<DatabaseLoad> restored) {
    this.database = database;
    this.unhurried = unhurried;
    this.history = history;
    this.restored = restored;
  }

  @Override
  public void afterPropertiesSet() {
    boolean isSettled =
        restored.getIfAvailable() == null
            && history.digest(database).filter(history::isSettled).isPresent();
    if (!isSettled) {
      migrate(Flyway.configure().dataSource(unhurried).load());
    }
  }

  void migrate(Flyway given) {
    Flyway flyway = configuration(given).load();
    DataSource migrated = flyway.getConfiguration().getDataSource();
    restored.ifAvailable(load -> load.run(flyway));
    Optional<String> found = history.digest(migrated);
    MigrationInfo[] all = flyway.info().all();
    refuseForeignSchema(flyway, all);
    if (!isUpToDate(all)) {
      bringUp(flyway);
      found = history.digest(migrated);
      all = flyway.info().all();
      refuseForeignSchema(flyway, all);
    }
    // Another node of a later version may have migrated since the digest was computed.
    if (isUpToDate(all) && isOwn(all) && found.equals(history.digest(migrated))) {
      found.ifPresent(history::settle);
    }
  }

  private static void bringUp(Flyway flyway) {
    try {
      migrateLocked(flyway);
    } catch (FlywayException | DataAccessException e) {
      throw new StartRefusedException(
          "The schema of the database could not be brought up to date: "
              + String.valueOf(e.getMessage()).strip(),
          e);
    }
  }

  private static boolean isOwn(MigrationInfo[] all) {
    return Arrays.stream(all).noneMatch(it -> isFromTheFuture(it.getState()));
  }

  /** Returns whether nothing is pending and all checksums match. */
  private static boolean isUpToDate(MigrationInfo[] all) {
    return Arrays.stream(all)
        .allMatch(it ->
            it.getState() == MigrationState.FUTURE_SUCCESS
                || (it.getState() == MigrationState.SUCCESS && it.isChecksumMatching()));
  }

  /** Uses a session lock, so that an index can be created outside a transaction. */
  static FluentConfiguration configuration(Flyway flyway) {
    FluentConfiguration configuration =
        Flyway.configure()
            .configuration(flyway.getConfiguration())
            .initSql("set lock_timeout = '%s'".formatted(LOCK_TIMEOUT))
            .callbacks(new ConcurrentIndexTimeout())
            .lockRetryCount(-1);
    Objects.requireNonNull(
            configuration.getConfigurationExtension(PostgreSQLConfigurationExtension.class))
        .setTransactionalLock(false);
    return configuration;
  }

  private static void migrateLocked(Flyway flyway) {
    try (MigrationLock lock = MigrationLock.await(flyway.getConfiguration().getDataSource())) {
      migrateWithRetries(flyway, lock);
    } catch (SQLException e) {
      throw new FlywayException("The migration lock could not be acquired: " + e.getMessage(), e);
    }
  }

  private static void migrateWithRetries(Flyway flyway, MigrationLock lock) {
    long deadline = System.nanoTime() + MAX_TRYING.toNanos();
    while (true) {
      try {
        lock.removeFailed(flyway);
        flyway.migrate();
        return;
      } catch (FlywayException | DataAccessException e) {
        if (!isLockedOut(e) || System.nanoTime() - deadline > 0) {
          throw e;
        }
        LOG.info("A migration waits for others to let go of a table; it is tried again");
        LockSupport.parkNanos(TRY_AGAIN_AFTER.toNanos());
      }
    }
  }

  private static boolean isLockedOut(RuntimeException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && LOCK_NOT_AVAILABLE.equals(sql.getSQLState())) {
        return true;
      }
    }
    return false;
  }

  private static void refuseForeignSchema(Flyway flyway, MigrationInfo[] all) {
    Arrays.stream(all)
        .filter(migration -> isFromTheFuture(migration.getState()))
        .map(MigrationInfo::getVersion)
        .max(MigrationVersion::compareTo)
        .ifPresent(version -> {
          MigrationVersion known = newestKnown(all);
          MigrationVersion needed = lowestKnown(flyway);
          if (known.compareTo(needed) < 0) {
            throw new StartRefusedException(
                "The schema of the database has version %s, on which a Packhouse runs that knows version %s, but this one knows versions up to %s only; start the Packhouse that migrated it, or a later one."
                    .formatted(version, needed, known));
          }
          LOG.info(
              "The schema of the database has version {} of a later Packhouse; this one, which knows versions up to {}, may run on it",
              version,
              known);
        });
  }

  private static boolean isFromTheFuture(MigrationState state) {
    return state == MigrationState.FUTURE_SUCCESS || state == MigrationState.FUTURE_FAILED;
  }

  private static MigrationVersion newestKnown(MigrationInfo[] all) {
    return Arrays.stream(all)
        .filter(migration -> !isFromTheFuture(migration.getState()))
        .map(MigrationInfo::getVersion)
        .max(MigrationVersion::compareTo)
        .orElse(MigrationVersion.EMPTY);
  }

  private static MigrationVersion lowestKnown(Flyway flyway) {
    int lowest =
        JdbcClient.create(flyway.getConfiguration().getDataSource())
            .sql("select lowest_known from schema_compatibility")
            .query(Integer.class)
            .single();
    return MigrationVersion.fromVersion(Integer.toString(lowest));
  }

  /**
   * Lets {@code create index concurrently} wait longer than other migrations. It waits for all
   * older transactions, such as a backup, but nobody queues behind it.
   */
  private static final class ConcurrentIndexTimeout implements Callback {

    /** In PostgreSQL's syntax. */
    private static final String PATIENCE = "15min";

    @Override
    public boolean supports(Event event, Context context) {
      return event == Event.BEFORE_EACH_MIGRATE_STATEMENT
          || event == Event.AFTER_EACH_MIGRATE_STATEMENT;
    }

    @Override
    public boolean canHandleInTransaction(Event event, Context context) {
      return true;
    }

    @Override
    public void handle(Event event, Context context) {
      String sql = context.getStatement() == null ? null : context.getStatement().getSql();
      if (sql == null || !sql.toLowerCase(Locale.ROOT).contains("index concurrently")) {
        return;
      }
      String wait = event == Event.BEFORE_EACH_MIGRATE_STATEMENT ? PATIENCE : LOCK_TIMEOUT;
      try (var statement = context.getConnection().createStatement()) {
        statement.execute("set lock_timeout = '%s'".formatted(wait));
      } catch (SQLException e) {
        throw new FlywayException("The lock timeout could not be set", e);
      }
    }

    @Override
    public String getCallbackName() {
      return "patient-indexes";
    }
  }
}
