package org.packhouse.app.platform.node;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The two things that a node cannot do without. */
@Configuration(proxyBeanMethods = false)
class StorageStates {

  private static final int QUERY_SECONDS = 2;

  @Bean
  StateSource databaseState(DataSource database) {
    return () -> {
      try (Connection connection = database.getConnection();
          Statement statement = connection.createStatement()) {
        statement.setQueryTimeout(QUERY_SECONDS);
        statement.execute("select 1");
        return null;
      } catch (SQLException e) {
        throw new IOException("the database does not answer: " + e.getMessage(), e);
      }
    };
  }

  @Bean
  StateSource sharedHomeState(Homes homes) {
    return () -> {
      if (!Files.isDirectory(homes.repositories())) {
        throw new IOException("the shared home is away: no folder " + homes.repositories());
      }
      return null;
    };
  }
}
