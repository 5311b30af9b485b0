package org.packhouse.app.platform.node;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.packhouse.cluster.NodeState;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The database and the shared home as conditions of a node's state. */
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
  StateSource sharedHomeState(SharedHomeProbe probe, Homes homes) {
    return new SharedHomeState(probe, homes);
  }

  private record SharedHomeState(SharedHomeProbe probe, Homes homes) implements StateSource {

    @Override
    public @Nullable NodeState demand() throws IOException {
      Optional<String> trouble = probe.away();
      if (trouble.isPresent()) {
        throw new IOException(
            "the shared home %s is away: %s".formatted(homes.shared(), trouble.get()));
      }
      return null;
    }

    /** When the home is away, the database may be busy because of it. */
    @Override
    public boolean answersAtOnce() {
      return true;
    }
  }
}
