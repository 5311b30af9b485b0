package org.packhouse.app.platform.database;

import java.sql.SQLException;
import java.util.Locale;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/**
 * Lets {@code create index concurrently} wait longer than other migrations. It waits for all older
 * transactions, such as a backup, but nobody queues behind it.
 */
final class ConcurrentIndexTimeout implements Callback {

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
    String wait =
        event == Event.BEFORE_EACH_MIGRATE_STATEMENT ? PATIENCE : SchemaMigration.LOCK_TIMEOUT;
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
