package org.packhouse.app;

import org.packhouse.app.platform.cluster.ClusterPlace;
import org.packhouse.app.platform.database.DatabaseChecks;
import org.packhouse.app.platform.database.EmbeddedDatabaseUse;
import org.packhouse.app.platform.node.JoinChecks;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Import;

/** Lists the beans of {@code admin check-cluster}, which leaves the database as it is. */
@ComponentScan("org.packhouse.app.platform.database")
@ConfigurationPropertiesScan({
  "org.packhouse.app.platform.cluster",
  "org.packhouse.app.platform.database",
  "org.packhouse.app.platform.configuration"
})
@Import({HomesConfiguration.class, ClusterPlace.class, DatabaseChecks.class, JoinChecks.class})
@ImportAutoConfiguration({JdbcTemplateAutoConfiguration.class, JdbcClientAutoConfiguration.class})
class ClusterCheckConfiguration {

  @Bean
  EmbeddedDatabaseUse embeddedDatabaseUse() {
    return EmbeddedDatabaseUse.JOIN_IF_RUNNING;
  }
}
