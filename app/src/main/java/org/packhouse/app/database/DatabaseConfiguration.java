package org.packhouse.app.database;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import javax.sql.DataSource;
import org.packhouse.app.node.Homes;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The pool of connections to PostgreSQL. */
@Configuration(proxyBeanMethods = false)
class DatabaseConfiguration {

  @Bean(destroyMethod = "close")
  EmbeddedDatabase embeddedDatabase(DatabaseSettings settings, Homes homes) throws IOException {
    return settings.url() == null
        ? EmbeddedDatabase.start(homes.database())
        : EmbeddedDatabase.none();
  }

  @Bean
  DataSource dataSource(DatabaseSettings settings, EmbeddedDatabase embedded) {
    HikariDataSource pool = new HikariDataSource();
    pool.setPoolName("main");
    pool.setJdbcUrl(settings.url() == null ? embedded.url() : settings.url());
    pool.setUsername(settings.url() == null ? "postgres" : settings.user());
    pool.setPassword(settings.password());
    return pool;
  }
}
