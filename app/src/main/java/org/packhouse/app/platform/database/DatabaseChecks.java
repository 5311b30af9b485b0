package org.packhouse.app.platform.database;

import java.util.List;
import org.packhouse.app.platform.node.Finding;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Checks of the database before a node starts. Not a bean of the server. */
public final class DatabaseChecks {

  private static final int REF_CONNECTIONS = 8;

  /** Connections outside the pools. */
  private static final int MORE_CONNECTIONS = 2;

  private final JdbcClient sql;
  private final DatabaseSettings settings;
  private final DatabaseAddress address;
  private final Environment environment;

  DatabaseChecks(
      JdbcClient sql, DatabaseSettings settings, DatabaseAddress address, Environment environment) {
    this.sql = sql;
    this.settings = settings;
    this.address = address;
    this.environment = environment;
  }

  public List<Finding> run() {
    return List.of(version(), connections());
  }

  private Finding version() {
    return Finding.ok(
        "database",
        "%s is PostgreSQL %s"
            .formatted(DatabaseProbe.place(address.url()), value("show server_version")));
  }

  /** Checks that all living nodes and this one can fill their pools. */
  private Finding connections() {
    String what = "connections of the database";
    int each =
        settings.poolSize()
            + environment.getProperty("refs.connections", Integer.class, REF_CONNECTIONS)
            + MORE_CONNECTIONS;
    int allowed = Integer.parseInt(value("show max_connections"));
    int nodes = Math.max(1, allowed / each);
    String told =
        "max_connections is %d, enough for %d nodes of %d each".formatted(allowed, nodes, each);
    return allowed >= 2 * each ? Finding.ok(what, told) : Finding.failed(what, told);
  }

  private String value(String statement) {
    return sql.sql(statement).query(String.class).single();
  }
}
