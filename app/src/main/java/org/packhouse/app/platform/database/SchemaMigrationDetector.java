package org.packhouse.app.platform.database;

import java.util.Set;
import org.springframework.boot.sql.init.dependency.AbstractBeansOfTypeDatabaseInitializerDetector;

/** Tells Spring Boot to make what uses the database after its schema was brought up. */
final class SchemaMigrationDetector extends AbstractBeansOfTypeDatabaseInitializerDetector {

  @Override
  protected Set<Class<?>> getDatabaseInitializerBeanTypes() {
    return Set.of(SchemaMigration.class);
  }
}
