package org.packhouse.app.platform.database;

import javax.sql.DataSource;
import org.packhouse.app.platform.node.Homes;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.jpa.autoconfigure.EntityManagerFactoryBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * The beans that prepare a database before its use, imported by all that write to it.
 *
 * <p>Hibernate starts in the background while other beans are created. Callers block until it is
 * ready; repositories of entities are injected {@code @Lazy}, so that none does so early.
 */
public class PreparedDatabase {

  @Bean
  SchemaHistory schemaHistory(Homes homes) {
    return new SchemaHistory(homes);
  }

  @Bean
  SchemaMigration schemaMigration(
      DataSource database,
      @Qualifier("migrationDataSource") DataSource unhurried,
      SchemaHistory history,
      ObjectProvider<DatabaseLoad> restored) {
    return new SchemaMigration(database, unhurried, history, restored);
  }

  @Bean
  EntityManagerFactoryBuilderCustomizer entitiesInTheBackground() {
    return builder -> builder.setBootstrapExecutor(new SimpleAsyncTaskExecutor("entities-"));
  }
}
