package org.packhouse.app.platform.database;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Reads nullable columns. */
public final class RowColumns {

  private RowColumns() {}

  /** Reads a {@code timestamptz}. */
  public static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    Timestamp value = row.getTimestamp(column);
    return value == null ? null : value.toInstant();
  }
}
