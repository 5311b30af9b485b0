package org.packhouse.app.platform.database;

import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;

/** Makes Spring Boot create beans that use the database after the migration. */
final class SchemaMigrationDetector extends AbstractBeansOfTypeDatabaseInitializerDetector {

  @Override
  protected Set<Class<?>> getDatabaseInitializerBeanTypes() {
    return Set.of(SchemaMigration.class);
  }
}
