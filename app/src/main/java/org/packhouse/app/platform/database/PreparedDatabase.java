package org.packhouse.app.platform.database;

import javax.sql.DataSource;
import org.packhouse.app.platform.node.Homes;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.jpa.autoconfigure.EntityManagerFactoryBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * Lists what is done with a database before anything uses it. Whatever uses it imports this; what
 * only looks at a database leaves its schema as it is.
 *
 * <p>Hibernate looks at the entities while the rest of the server is made. Who asks for rows before
 * it is done waits; so that nobody does so early, stores of entities are injected {@code @Lazy}.
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
