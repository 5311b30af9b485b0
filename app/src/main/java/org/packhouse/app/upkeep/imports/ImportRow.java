package org.packhouse.app.upkeep.imports;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.packhouse.app.upkeep.imports.RepositoryImport.Outcome;
import org.packhouse.app.upkeep.imports.RepositoryImport.Times;
import org.packhouse.app.upkeep.imports.transfer.ImportJob;
import org.packhouse.app.upkeep.imports.transfer.ImportJob.Target;
import org.packhouse.app.upkeep.imports.transfer.ImportOrigin;
import org.packhouse.app.upkeep.imports.transfer.ImportProgress;
import org.packhouse.hooks.Actor;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.SimplePropertyRowMapper;

/** Maps the rows of {@code repository_import}. */
final class ImportRow {

  private static final RowMapper<ImportOrigin> ORIGIN =
      new SimplePropertyRowMapper<>(ImportOrigin.class);
  private static final RowMapper<ImportProgress> PROGRESS =
      new SimplePropertyRowMapper<>(ImportProgress.class);
  private static final RowMapper<Outcome> OUTCOME = new SimplePropertyRowMapper<>(Outcome.class);
  private static final RowMapper<Times> TIMES = new SimplePropertyRowMapper<>(Times.class);

  private ImportRow() {}

  static RepositoryImport repositoryImport(ResultSet row, int number) throws SQLException {
    return new RepositoryImport(
        row.getLong("id"),
        row.getObject("repository_id", Long.class),
        target(row),
        ORIGIN.mapRow(row, number),
        PROGRESS.mapRow(row, number),
        OUTCOME.mapRow(row, number),
        TIMES.mapRow(row, number));
  }

  static RowMapper<ImportJob> job(UUID session) {
    return (row, number) ->
        new ImportJob(
            row.getLong("id"),
            row.getInt("run"),
            session,
            ORIGIN.mapRow(row, number),
            row.getObject("repository_id", Long.class),
            target(row),
            new Actor(row.getObject("actor_id", Long.class), row.getString("actor_name")));
  }

  private static @Nullable Target target(ResultSet row) throws SQLException {
    String projectKey = row.getString("project_key");
    String name = row.getString("name");
    return projectKey == null || name == null ? null : new Target(projectKey, name);
  }
}
