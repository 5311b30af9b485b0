package org.packhouse.app.platform.database;

import java.util.List;

/**
 * A description of what {@link DatabaseDump} wrote, which {@link DatabaseLoad} needs to read it.
 *
 * @param schemaVersion of the last migration, as Flyway has it
 * @param tables each of which has a file
 * @param sequences which give the next ids
 */
public record DumpedDatabase(String schemaVersion, List<Table> tables, List<Sequence> sequences) {

  /**
   * A table, its rows apart.
   *
   * @param name quoted where SQL needs that
   * @param columns quoted likewise, with commas between them
   */
  public record Table(String name, String columns, long rows) {}

  /**
   * A sequence.
   *
   * @param name quoted where SQL needs that
   * @param used whether that value was given out
   */
  public record Sequence(String name, long value, boolean used) {}

  /** The same with other sequences. */
  public DumpedDatabase with(List<Sequence> later) {
    return new DumpedDatabase(schemaVersion, tables, later);
  }
}
