package org.packhouse.app.platform.database;

import java.util.Arrays;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;
import org.flywaydb.core.api.MigrationVersion;
import org.packhouse.app.platform.configuration.StartRefusedException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.flyway.autoconfigure.FlywayMigrationStrategy;
import org.springframework.stereotype.Component;

/**
 * Brings the schema up to what this code needs. Nodes that start together migrate once: Flyway
 * takes a lock in the database. A schema that a later version has migrated is left alone, and the
 * start is refused, because this code does not know what its tables mean.
 */
@Component
final class SchemaMigration implements FlywayMigrationStrategy {

  private final ObjectProvider<DatabaseLoad> restored;

  /**
   * Brings up what is there.
   *
   * @param restored what an empty database is filled with before; a server has none
   */
  SchemaMigration(ObjectProvider<DatabaseLoad> restored) {
    this.restored = restored;
  }

  @Override
  public void migrate(Flyway flyway) {
    restored.ifAvailable(load -> load.run(flyway));
    refuseNewerSchema(flyway);
    try {
      flyway.migrate();
    } catch (FlywayException e) {
      throw new StartRefusedException(
          "The schema of the database could not be brought up to date: "
              + String.valueOf(e.getMessage()).strip(),
          e);
    }
    refuseNewerSchema(flyway);
  }

  private static void refuseNewerSchema(Flyway flyway) {
    MigrationInfo[] all = flyway.info().all();
    Arrays.stream(all)
        .filter(migration -> isFromTheFuture(migration.getState()))
        .map(MigrationInfo::getVersion)
        .max(MigrationVersion::compareTo)
        .ifPresent(version -> {
          throw new StartRefusedException(
              "The schema of the database has version %s, but this Packhouse knows versions up to %s only; start the Packhouse that migrated it, or a later one."
                  .formatted(version, newestKnown(all)));
        });
  }

  private static boolean isFromTheFuture(MigrationState state) {
    return state == MigrationState.FUTURE_SUCCESS || state == MigrationState.FUTURE_FAILED;
  }

  private static String newestKnown(MigrationInfo[] all) {
    return Arrays.stream(all)
        .filter(migration -> !isFromTheFuture(migration.getState()))
        .map(MigrationInfo::getVersion)
        .max(MigrationVersion::compareTo)
        .map(MigrationVersion::toString)
        .orElse("0");
  }
}
