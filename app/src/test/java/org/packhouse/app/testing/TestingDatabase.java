package org.packhouse.app.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** One real PostgreSQL for all tests of this JVM; each server gets a database of its own in it. */
public final class TestingDatabase {

  /** For Flyway, as the server has it: an index that is made concurrently waits for all others. */
  public static final Map<String, String> FLYWAY =
      Map.of("flyway.postgresql.transactional.lock", "false");

  private static final AtomicInteger COUNTER = new AtomicInteger();

  private static final List<Runnable> USERS = Collections.synchronizedList(new ArrayList<>());

  private TestingDatabase() {}

  /** Has something done at the end of this JVM before the databases go: stop a server. */
  static void beforeStop(Runnable user) {
    USERS.add(user);
  }

  private static final class Holder {
    static final EmbeddedPostgres POSTGRES = start();

    private static EmbeddedPostgres start() {
      try {
        EmbeddedPostgres postgres =
            EmbeddedPostgres.builder()
                .setServerConfig("max_connections", "300")
                .setServerConfig("fsync", "off")
                .setRegisterShutdownHook(false)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(postgres)));
        return postgres;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private static void stop(EmbeddedPostgres postgres) {
      try {
        USERS.forEach(Runnable::run);
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
