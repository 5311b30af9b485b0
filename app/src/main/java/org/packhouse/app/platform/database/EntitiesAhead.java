package org.packhouse.app.platform.database;

import jakarta.persistence.EntityManagerFactory;
import org.packhouse.app.platform.configuration.MadeFirst;
import org.springframework.boot.jpa.autoconfigure.EntityManagerFactoryBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * Has Hibernate look at the entities while the rest of the server is made. Who asks for rows before
 * it is done waits; so that nobody does so early, stores of entities are injected lazily ({@link
 * org.packhouse.app.platform.configuration.BeansByType}).
 */
@Configuration(proxyBeanMethods = false)
class EntitiesAhead {

  @Bean
  EntityManagerFactoryBuilderCustomizer inTheBackground() {
    return builder -> builder.setBootstrapExecutor(new SimpleAsyncTaskExecutor("entities-"));
  }

  @Bean
  MadeFirst entitiesFirst(EntityManagerFactory entities) {
    return new MadeFirst() {};
  }
}
