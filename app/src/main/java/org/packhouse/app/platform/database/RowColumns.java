package org.packhouse.app.platform.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads columns of a row that may be null. */
public final class RowColumns {

  private RowColumns() {}

  /** Returns the time in a column of type {@code timestamptz}, or null where the column is. */
  public static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    Timestamp value = row.getTimestamp(column);
    return value == null ? null : value.toInstant();
  }
}
