package org.packhouse.app.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;

/** One real PostgreSQL for all tests of this JVM; each server gets a database of its own in it. */
public final class TestingDatabase {

  private static final AtomicInteger COUNTER = new AtomicInteger();

  private TestingDatabase() {}

  private static final class Holder {
    static final EmbeddedPostgres POSTGRES = start();

    private static EmbeddedPostgres start() {
      try {
        EmbeddedPostgres postgres =
            EmbeddedPostgres.builder()
                .setServerConfig("max_connections", "300")
                .setServerConfig("fsync", "off")
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> closeQuietly(postgres)));
        return postgres;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void closeQuietly(EmbeddedPostgres postgres) {
      try {
        postgres.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Creates an empty database and returns its JDBC URL; user {@code postgres}, no password. */
  public static String create() {
    String name = "test" + COUNTER.incrementAndGet();
    try (Connection connection = Holder.POSTGRES.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name);
    } catch (SQLException e) {
      throw new IllegalStateException("Cannot create database " + name, e);
    }
    return Holder.POSTGRES.getJdbcUrl("postgres", name);
  }
}
