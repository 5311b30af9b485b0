package org.packhouse.app.platform.database;

import java.util.List;

/** The table of contents of a {@link DatabaseDump}, by which {@link DatabaseLoad} reads it. */
public record DumpedDatabase(String schemaVersion, List<Table> tables, List<Sequence> sequences) {

  /** Names are quoted where SQL needs it; columns are separated by commas. */
  public record Table(String name, String columns, long rows) {}

  /** A sequence; {@code used} tells whether the value was given out. */
  public record Sequence(String name, long value, boolean used) {}

  public DumpedDatabase with(List<Sequence> later) {
    return new DumpedDatabase(schemaVersion, tables, later);
  }
}
